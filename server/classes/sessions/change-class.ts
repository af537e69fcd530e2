import type { SessionOutcome, SessionRecord } from '#contract/classes/staff/sessions.ts'
import { previewable } from '#server/platform/audit/previewable.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import type { Queryable } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict } from '#server/platform/errors/errors.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { lockBatchForClasses } from './lock-batch.ts'
import { changeAndNotify } from './change-and-notify.ts'
import { sessionRecords } from './session-records.ts'

/** Which class a verb changes, and whether it only asks what would happen. */
export interface ClassTarget extends Target {
  preview: boolean
}

/**
 * Changes columns of a class in one transaction and returns the outcome. `decide` refuses or returns the columns, none when nothing
 * changes: the class then keeps its version and its sequence, and nobody gets a mail. `follow` changes what depends on the class.
 * @throws HttpError 404 or 409; StaleVersion
 */
export async function changeClass(
  deps: Deps,
  staff: Staff,
  { preview, ...target }: ClassTarget,
  decide: (tx: Queryable, session: SessionRecord) => Promise<Record<string, unknown>>,
  follow: (tx: Queryable, session: SessionRecord) => Promise<unknown> = async () => undefined,
): Promise<SessionOutcome> {
  return previewable(deps, staff, preview, async (tx) => {
    const { batch_id: batchId } = await sessionRecords.find(tx, target.id)
    await lockBatchForClasses(tx, batchId)
    // Read again under the lock.
    const before = await sessionRecords.find(tx, target.id)
    return changeAndNotify(deps, tx, batchId, before, async () => {
      const isCurrent = target.versions.includes(before.version)
      const columns = isCurrent ? await decide(tx, before) : {}
      if (isCurrent && Object.keys(columns).length === 0) return before
      // Of another version, it refuses.
      const after = await sessionRecords.update(tx, target, columns)
      await follow(tx, before)
      return after
    })
  })
}

/** Whether a class has this time already. */
export function isAtTime(session: SessionRecord, asked: { starts_at: string; minutes: number }): boolean {
  const [from, to] = [session.starts_at, session.ends_at].map((at) => Date.parse(at))
  const start = Date.parse(asked.starts_at)
  return from === start && to === start + asked.minutes * 60_000
}

/** @throws HttpError 409 for a class that is cancelled or over */
export function refuseUnlessAhead({ state }: SessionRecord): void {
  if (state === 'cancelled') throw conflict('class_cancelled', 'This class is cancelled.')
  if (state === 'held') throw conflict('class_held', 'This class is over.')
}
