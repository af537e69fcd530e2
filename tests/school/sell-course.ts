import type pg from 'pg'
import type { PatternInput } from '#contract/classes/staff/batches.ts'
import { addBatch as addPlannedBatch, type BatchInput } from '#server/classes/batches/create-batch.ts'
import { weekdayOf } from '#server/classes/batches/check-pattern.ts'
import { storePattern } from '#server/classes/batches/store-pattern.ts'
import { type Queryable, transaction } from '#server/platform/db/query.ts'

interface Batch extends Partial<BatchInput> {
  /** PostgreSQL interval from now. A negative one means that the batch has started. */
  startsIn?: string
}

/** Inserts a course with one batch. @param given `price` in paise */
export async function sellCourse(
  db: pg.Pool,
  given: Batch & { price?: number; discounts?: { value: string }[] } = {},
): Promise<{ courseId: number; batchId: number }> {
  const { price = 4_500_000, discounts = [], ...batch } = given
  const course = await db.query<{ id: number }>(
    `insert into courses (slug, title, category, description, overview, university, duration, difficulty_level, course_type,
       price_paise, discounts)
     values ('course-' || floor(random() * 1e9)::int, 'Testing in Practice', 'DevOps', 'About tests.', 'All about tests.', 'Karyashala',
       '12 weeks', 'Beginner', 'Live online', $1, $2) returning id`,
    [price, JSON.stringify(discounts)],
  )
  const courseId = course.rows[0]?.id ?? 0
  return { courseId, batchId: await addBatch(db, courseId, batch) }
}

/** Adds a batch of thirteen weeks with three classes a week by the verb of staff. One that is over was added before it began. */
export function addBatch(db: pg.Pool, courseId: number, given: Batch = {}): Promise<number> {
  const { startsIn = '10 days', ...input } = given
  return transaction(db, async (tx) => {
    const { first_day, clock } = await dayIn(tx, startsIn)
    const weekday = weekdayOf(first_day)
    const isPast = startsIn.startsWith('-')
    if (isPast) await tx.query(`update app_clock set "offset" = "offset" + $1::interval`, [startsIn])
    const id = await addPlannedBatch(
      tx,
      {
        course_id: courseId,
        mode_of_training: 'Live online',
        batch_type: 'Weekday evening',
        instructor_id: await findTeacher(tx),
        capacity: null,
        classroom_url: 'https://classroom.example/room',
        first_day,
        clock,
        weekdays: [weekday, ((weekday + 1) % 7) + 1, ((weekday + 3) % 7) + 1].toSorted((a, b) => a - b),
        minutes: 90,
        class_count: 39,
        last_day: null,
        calendar: null,
        ...input,
      },
      'first_day',
    )
    if (isPast) await tx.query(`update app_clock set "offset" = "offset" - $1::interval`, [startsIn])
    return id
  })
}

/** Gives a batch another pattern, of which all its classes follow, also those that are over. */
export async function planBatch(db: pg.Pool, batchId: number, change: Partial<PatternInput>): Promise<void> {
  await transaction(db, async (tx) => {
    const { rows } = await tx.query<PatternInput>(
      `select to_char(first_day, 'YYYY-MM-DD') as first_day, clock::text, weekdays, minutes, class_count,
         to_char(last_day, 'YYYY-MM-DD') as last_day, calendar
       from batch_patterns where batch_id = $1`,
      [batchId],
    )
    const [pattern] = rows
    if (!pattern) throw new Error(`there is no batch ${batchId}`)
    await storePattern(tx, batchId, { ...pattern, ...(change.last_day ? { class_count: null } : {}), ...change }, true)
  })
}

/** Plans a batch so that its first class starts at an interval from now, which PostgreSQL reads. @param endsIn its last class is over then */
export async function startBatch(db: pg.Pool, batchId: number, startsIn = '-1 minute', endsIn?: string): Promise<void> {
  const first = await dayIn(db, startsIn)
  if (endsIn === undefined) return planBatch(db, batchId, first)
  const last = await db.query<{ last_day: string }>(
    `select to_char((app_now() + $1::interval) at time zone 'Asia/Kolkata' - $2::interval - interval '90 minutes', 'YYYY-MM-DD') as last_day`,
    [endsIn, first.clock],
  )
  await planBatch(db, batchId, { ...first, ...last.rows[0] })
}

async function dayIn(db: Queryable, interval: string): Promise<{ first_day: string; clock: string }> {
  const { rows } = await db.query<{ first_day: string; clock: string }>(
    `select to_char(t.at, 'YYYY-MM-DD') as first_day, to_char(t.at, 'HH24:MI:SS.US') as clock
     from (select (app_now() + $1::interval) at time zone 'Asia/Kolkata' as at) t`,
    [interval],
  )
  const [day] = rows
  if (!day) throw new Error('there is no day')
  return day
}

async function findTeacher(tx: Queryable): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    `with found as (select id from instructors where name = 'Meera Kulkarni' order by id limit 1),
       made as (insert into instructors (name) select 'Meera Kulkarni' where not exists (select from found) returning id)
     select id from found union all select id from made`,
  )
  return rows[0]?.id ?? 0
}
