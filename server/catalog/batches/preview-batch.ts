import type { ParsedOf } from '#contract/endpoint.ts'
import type { ClassPlan, previewBatch as contract } from '#contract/staff/batches.ts'
import type { Staff } from '../../auth/principal.ts'
import type { Deps } from '../../deps.ts'
import { batchRecords } from './batch-records.ts'
import { checkFirstDay, checkPattern } from './check-pattern.ts'
import { planClasses } from './plan-classes.ts'

/**
 * Returns the classes that a pattern makes, or the difference that it makes to a batch.
 * @throws HttpError 400 for a pattern that can't be stored; 404 for an unknown batch
 */
export async function previewBatch(
  deps: Deps,
  _staff: Staff,
  { body: { batch_id, ...pattern } }: Pick<ParsedOf<typeof contract>, 'body'>,
): Promise<ClassPlan> {
  checkPattern(pattern)
  const batch = batch_id === null ? null : await batchRecords.find(deps.db, batch_id)
  if (pattern.first_day !== batch?.first_day) checkFirstDay(pattern)
  return planClasses(deps.db, batch_id, pattern)
}
