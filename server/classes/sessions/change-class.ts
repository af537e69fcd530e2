import type { SessionOutcome, SessionRecord } from '#contract/staff/sessions.ts'
import { previewable } from '../../audit/previewable.ts'
import type { Staff } from '../../auth/principal.ts'
import type { Queryable } from '../../db/query.ts'
import type { Deps } from '../../deps.ts'
import { conflict } from '../../errors.ts'
import type { Target } from '../../http/resource.ts'
import { lockBatchForClasses } from './lock-batch.ts'
import { withOutcome } from './session-outcome.ts'
import { sessionRecords } from './session-records.ts'

/** Which class a verb changes, and whether it only asks what would happen. */
export interface ClassTarget extends Target {
  preview: boolean
}

/**
 * Changes columns of a class in one transaction and returns the outcome. `decide` refuses or returns the columns.
 * @throws HttpError 404 or 409; StaleVersion
 */
export async function changeClass(
  deps: Deps,
  staff: Staff,
  { preview, ...target }: ClassTarget,
  decide: (tx: Queryable, session: SessionRecord) => Promise<Record<string, unknown>>,
): Promise<SessionOutcome> {
  return previewable(deps, staff, preview, async (tx) => {
    const { batch_id: batchId } = await sessionRecords.find(tx, target.id)
    await lockBatchForClasses(tx, batchId)
    // Read again under the lock.
    const before = await sessionRecords.find(tx, target.id)
    return withOutcome(deps, tx, batchId, before, async () => {
      const columns = target.versions.includes(before.version) ? await decide(tx, before) : {}
      return sessionRecords.update(tx, target, columns)
    })
  })
}

/** @throws HttpError 409 for a class that is cancelled or over */
export function refuseUnlessAhead({ state }: SessionRecord): void {
  if (state === 'cancelled') throw conflict('class_cancelled', 'This class is cancelled.')
  if (state === 'held') throw conflict('class_held', 'This class is over.')
}
