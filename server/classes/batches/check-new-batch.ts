import type { ClassPlan } from '#contract/classes/staff/batches.ts'
import { one, type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import { conflict, invalid } from '#server/platform/errors/errors.ts'
import type { BatchInput } from './create-batch.ts'

const isNearStart = statement<{ near: boolean }>(
  'is_near_start',
  `select $1::date <= (app_now() at time zone 'Asia/Kolkata')::date + interval '3 years' as near`,
)
const isEndAhead = statement<{ ahead: boolean }>('is_end_ahead', `select $1::timestamptz > app_now() as ahead`)
// Calls that make a batch of one course wait for each other, so that they find each other's batch.
const lockCourseOfBatch = statement('lock_course_of_batch', `select 1 from courses where id = $1 for no key update`)
const sameBatch = statement<{ id: number }>(
  'same_batch',
  `select id from batches
   where course_id = $1 and instructor_id = $2 and mode_of_training = $3 and batch_type = $4 and starts_at = $5::timestamptz
     and cancelled_at is null
   order by id limit 1`,
)

/** What the call names its first day. */
export type DayField = 'first_day' | 'starts_on'

/** @throws HttpError 400 for a first day after three years, as for a class */
export async function checkNearStart(db: Queryable, day: string, field: DayField = 'first_day'): Promise<void> {
  if ((await one(db, isNearStart, [day])).near) return
  const message = 'A batch begins within three years.'
  throw invalid(message, { [field]: [message] })
}

/**
 * A batch that runs already can be entered, such as by a school that begins with this product. One that is over can't.
 * @throws HttpError 400 for a first day after three years, or when no class is ahead
 */
export async function checkNewClasses(
  db: Queryable,
  day: string,
  { sessions }: { sessions: readonly Pick<ClassPlan['sessions'][number], 'ends_at'>[] },
  field: DayField = 'first_day',
): Promise<void> {
  await checkNearStart(db, day, field)
  const end = sessions.at(-1)?.ends_at
  if (end === undefined || (await one(db, isEndAhead, [end])).ahead) return
  const message = 'All classes of this batch would be over already.'
  throw invalid(message, { [field]: [message] })
}

/**
 * Refuses a second batch that nobody can tell from the first, so that a repeated call makes one.
 * @throws HttpError 409
 */
export async function checkOneOfItsKind(
  db: Queryable,
  batch: BatchInput,
  { sessions }: ClassPlan,
  field: DayField,
): Promise<void> {
  const { course_id, instructor_id, mode_of_training, batch_type } = batch
  const values = [course_id, instructor_id, mode_of_training, batch_type, sessions[0]?.starts_at ?? null]
  const same = await row(db, sameBatch, values)
  if (same) throw sameAs(same.id, field)
}

const twinOfBatch = statement<{ id: number }>(
  'twin_of_batch',
  `select o.id from batches b join batches o
     on (o.course_id, o.instructor_id, o.mode_of_training, o.batch_type, o.starts_at)
      = (b.course_id, b.instructor_id, b.mode_of_training, b.batch_type, b.starts_at)
   where b.id = $1 and o.id <> b.id and b.cancelled_at is null and o.cancelled_at is null
   order by o.id limit 1`,
)
const whatTellsApart = ['course_id', 'instructor_id', 'mode_of_training', 'batch_type', 'first_day', 'clock', 'weekdays'] as const

/** The same for a batch that was changed in this transaction. @throws HttpError 409 */
export async function checkNoTwin(
  tx: Queryable,
  { id, course_id }: { id: number; course_id: number },
  body: Partial<BatchInput>,
): Promise<void> {
  const field = whatTellsApart.find((one) => body[one] !== undefined)
  if (!field) return
  await lockCourse(tx, course_id)
  const twin = await row(tx, twinOfBatch, [id])
  if (twin) throw sameAs(twin.id, field)
}

function sameAs(id: number, field: string): Error {
  const message = `Batch ${id} is the same: course, instructor, mode, type and first class.`
  return conflict('batch_exists', message, { [field]: [message] })
}

export async function lockCourse(tx: Queryable, courseId: number): Promise<void> {
  await rows(tx, lockCourseOfBatch, [courseId])
}
