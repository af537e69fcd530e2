import type { ParsedOf } from '#contract/endpoint.ts'
import type { ClassPlan, previewBatch as contract } from '#contract/classes/staff/batches.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { batchRecords } from './batch-records.ts'
import { checkNearStart, checkNewClasses } from './check-new-batch.ts'
import { checkFirstDay, checkPattern } from './check-pattern.ts'
import { planClasses } from './plan-classes.ts'
import { checkCalendar } from './store-pattern.ts'

/**
 * Returns the classes that a pattern makes, or the difference that it makes to a batch.
 * @throws HttpError 400 for a pattern that can't be stored; 404 for an unknown batch
 */
export async function previewBatch(
  deps: Deps,
  _staff: Staff,
  { body: { batch_id, instructor_id, ...pattern } }: Pick<ParsedOf<typeof contract>, 'body'>,
): Promise<ClassPlan> {
  checkPattern(pattern)
  const batch = batch_id === null ? null : await batchRecords.find(deps.db, batch_id)
  if (pattern.calendar !== null && pattern.calendar !== batch?.calendar) await checkCalendar(deps.db, pattern.calendar)
  if (pattern.first_day !== batch?.first_day) {
    checkFirstDay(pattern)
    await checkNearStart(deps.db, pattern.first_day)
  }
  const plan = await planClasses(deps.db, { id: batch_id, instructorId: instructor_id ?? batch?.instructor_id ?? null }, pattern)
  if (batch === null) await checkNewClasses(deps.db, pattern.first_day, plan)
  return plan
}
