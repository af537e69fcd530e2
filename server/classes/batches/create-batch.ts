import type { ParsedOf } from '#contract/endpoint.ts'
import type { BatchRecord, batches } from '#contract/classes/staff/batches.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, type Queryable, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { batchRecords } from './batch-records.ts'
import type { ClassPlan } from '#contract/classes/staff/batches.ts'
import { checkNewClasses, checkOneOfItsKind, type DayField, lockCourse } from './check-new-batch.ts'
import { checkFirstDay, checkPattern } from './check-pattern.ts'
import { planClasses } from './plan-classes.ts'
import { checkCalendar, checkChoices, storePattern } from './store-pattern.ts'

type CreateBody = ParsedOf<(typeof batches)['endpoints']['create']>['body']
/** A batch that is copied may be held where nobody can choose any more. */
export type BatchInput = Omit<CreateBody, 'classroom_provider'> & { classroom_provider?: string | null | undefined }

// The dates are those of the first class until the classes are generated. A trigger writes the instructor's name.
const insertBatch = statement<{ id: number }>(
  'insert_batch',
  `insert into batches (course_id, mode_of_training, batch_type, instructor_id, capacity, classroom_url, starts_at, ends_at,
     time_text, class_minutes, weekdays, published, classroom_provider)
   select $1, $2, $3, $4, $5, $6, f.at, f.at + make_interval(mins => $9::integer), class_time_text($8::time, $9), $9, $10, $11, $12
   from (select ($7::date + $8::time) at time zone 'Asia/Kolkata' as at) f
   returning id`,
)

/**
 * @throws HttpError 400 for a pattern without classes, dates that no batch has, an unknown course or calendar, or an instructor
 * who can't be chosen; 409 when there is the same batch
 */
export async function createBatch(deps: Deps, staff: Staff, { body }: { body: BatchInput }): Promise<BatchRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    if (body.calendar !== null) await checkCalendar(tx, body.calendar)
    const classroom_provider = body.classroom_provider ?? (deps.config.environment === 'demo' ? 'builtin' : 'link')
    return batchRecords.find(tx, await addBatch(tx, { ...body, classroom_provider }, 'first_day'))
  })
}

/**
 * Returns the classes that a new batch would have, with the refusals of a create.
 * @param lastEnd the end of its last class, where the classes are moved to times of their own afterwards
 */
export async function planNewBatch(
  db: Queryable,
  body: BatchInput,
  field: DayField,
  lastEnd: string | null = null,
): Promise<ClassPlan> {
  checkPattern(body)
  checkFirstDay(body)
  await checkChoices(db, body.course_id, body.instructor_id)
  const plan = await planClasses(db, { id: null, instructorId: body.instructor_id }, body)
  await checkNewClasses(db, body.first_day, lastEnd === null ? plan : { sessions: [{ ends_at: lastEnd }] }, field)
  await checkOneOfItsKind(db, body, plan, field)
  return plan
}

/**
 * Inserts a batch with its classes in an open transaction of staff, and returns its id.
 * @param published false for a draft
 * @param lastEnd that of `planNewBatch`
 */
export async function addBatch(
  tx: Queryable,
  body: BatchInput,
  field: DayField,
  published = true,
  lastEnd: string | null = null,
): Promise<number> {
  await lockCourse(tx, body.course_id)
  await planNewBatch(tx, body, field, lastEnd)
  const { id } = await one(tx, insertBatch, [
    body.course_id,
    body.mode_of_training,
    body.batch_type,
    body.instructor_id,
    body.capacity,
    body.classroom_url,
    body.first_day,
    body.clock,
    body.minutes,
    body.weekdays,
    published,
    body.classroom_provider ?? 'link',
  ])
  await storePattern(tx, id, body, true)
  return id
}
