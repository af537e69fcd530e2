import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { conflict } from '#server/platform/errors/errors.ts'
import { linkAddress, makeLinkSecret } from '#server/money/links/link-secret.ts'
import { storeLinkOfScholarship } from '#server/money/links/store-link.ts'
import { scholarshipRecords } from './scholarship-records.ts'

/** Makes one more link to the price of a scholarship; the one that was mailed goes on working. @throws HttpError 404, 409 when it is not active */
export async function copyLink(
  deps: Pick<Deps, 'db' | 'random' | 'config'>,
  staff: Staff,
  { id }: { id: number },
): Promise<{ url: string }> {
  const secret = makeLinkSecret(deps)
  return staffTransaction(deps, staff, async (tx) => {
    const { state } = await scholarshipRecords.find(tx, id)
    const link = { scholarshipId: id, secret, staffId: staff.id, mailed: false }
    const batchId = state === 'active' ? await storeLinkOfScholarship(tx, link) : undefined
    if (batchId === undefined) throw conflict('scholarship_closed', 'This scholarship is not active.')
    return { url: linkAddress(deps, batchId, secret) }
  })
}
