import type { Staff } from '#server/platform/auth/principal.ts'
import type { Queryable } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { staffTransaction } from './staff-transaction.ts'

/**
 * Runs a transaction of a staff member, or with `preview` runs it and rolls it back. So a preview answers what the change
 * would, with the same refusals.
 */
export async function previewable<T>(
  deps: Pick<Deps, 'db'>,
  staff: Staff,
  preview: boolean,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  if (!preview) return staffTransaction(deps, staff, work)
  const rollback = new Rollback()
  let answer: { value: T } | undefined
  await staffTransaction(deps, staff, async (tx) => {
    answer = { value: await work(tx) }
    throw rollback
  }).catch((error: unknown) => {
    if (error !== rollback) throw error
  })
  if (!answer) throw new Error('a preview ended without an answer')
  return answer.value
}

class Rollback extends Error {}
