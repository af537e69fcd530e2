import type { PatternInput } from '#contract/classes/staff/batches.ts'
import { one, type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import { conflict, invalid } from '#server/platform/errors/errors.ts'

const upsertPattern = statement(
  'upsert_pattern',
  `insert into batch_patterns (batch_id, first_day, clock, weekdays, minutes, class_count, last_day, calendar)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (batch_id) do update set first_day = excluded.first_day, clock = excluded.clock, weekdays = excluded.weekdays,
     minutes = excluded.minutes, class_count = excluded.class_count, last_day = excluded.last_day, calendar = excluded.calendar`,
)
const generateSessions = statement(
  'generate_sessions',
  `select generate_sessions($1::integer, case when $2::boolean then '-infinity'::timestamptz else app_now() end)`,
)
const classesOfBatch = statement<{ total: number }>(
  'classes_of_batch',
  `select count(*)::integer as total from class_sessions where batch_id = $1 and state <> 'cancelled'`,
)
const choicesOfBatch = statement<{ course: boolean; teaches: boolean }>(
  'choices_of_batch',
  `select exists (select 1 from courses where id = $1) as course,
     exists (select 1 from instructors where id = $2 and not archived) as teaches`,
)

/** Stores the pattern of a batch whose row the transaction has locked, and generates its classes. */
export async function storePattern(tx: Queryable, batchId: number, pattern: PatternInput, isNew: boolean): Promise<void> {
  const { first_day, clock, weekdays, minutes, class_count, last_day, calendar } = pattern
  await rows(tx, upsertPattern, [batchId, first_day, clock, weekdays, minutes, class_count, last_day, calendar])
  await generateClasses(tx, batchId, isNew)
}

/** @throws HttpError 400 when no class is left, 409 when another change has put a class at one of the times */
export async function generateClasses(tx: Queryable, batchId: number, isNew: boolean): Promise<void> {
  await row(tx, generateSessions, [batchId, isNew]).catch((error: unknown) => {
    throw isOverlap(error) ? conflict('class_overlaps', 'Another class of this batch is at one of these times.') : error
  })
  if ((await one(tx, classesOfBatch, [batchId])).total > 0) return
  throw invalid('This pattern makes no class.', { weekdays: ['This pattern makes no class.'] })
}

/** @throws HttpError 400 for an unknown course, or an instructor who is unknown or archived */
export async function checkChoices(tx: Queryable, courseId: number, instructorId: number): Promise<void> {
  const known = await one(tx, choicesOfBatch, [courseId, instructorId])
  if (!known.course) throw invalid('This course does not exist.', { course_id: ['This course does not exist.'] })
  const nobody = 'Please choose an instructor who is not archived.'
  if (!known.teaches) throw invalid(nobody, { instructor_id: [nobody] })
}

const calendarHasHolidays = statement<{ known: boolean }>(
  'calendar_has_holidays',
  `select exists (select from holidays where calendar = $1) as known`,
)

/**
 * A calendar is its holidays. A batch whose calendar has lost them stays as it is, so only a new choice is checked.
 * @throws HttpError 400 for a calendar without a holiday
 */
export async function checkCalendar(db: Queryable, calendar: string): Promise<void> {
  if ((await one(db, calendarHasHolidays, [calendar])).known) return
  const message = 'No holiday has this calendar. Please choose another one, or none.'
  throw invalid(message, { calendar: [message] })
}

function isOverlap(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'sessions_never_overlap'
}
