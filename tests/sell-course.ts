import type pg from 'pg'

interface Batch {
  capacity?: number
  /** PostgreSQL interval from now. A negative one means that the batch has started. */
  startsIn?: string
  cancelled?: boolean
}

/** Inserts a course with one batch. @param given `price` in paise */
export async function sellCourse(
  db: pg.Pool,
  given: Batch & { price?: number; discounts?: { value: string }[] } = {},
): Promise<{ courseId: number; batchId: number }> {
  const { price = 4_500_000, discounts = [], capacity = null, startsIn = '10 days', cancelled = false } = given
  const course = await db.query<{ id: number }>(
    `insert into courses (slug, title, category, description, overview, university, duration, difficulty_level, course_type,
       price_paise, discounts)
     values ('course-' || floor(random() * 1e9)::int, 'Testing in Practice', 'DevOps', 'About tests.', 'All about tests.', 'Karyashala',
       '12 weeks', 'Beginner', 'Live online', $1, $2) returning id`,
    [price, JSON.stringify(discounts)],
  )
  const courseId = course.rows[0]?.id ?? 0
  return { courseId, batchId: await addBatch(db, courseId, { ...(capacity ? { capacity } : {}), startsIn, cancelled }) }
}

export async function addBatch(db: pg.Pool, courseId: number, given: Batch): Promise<number> {
  const { capacity = null, startsIn = '10 days', cancelled = false } = given
  const batch = await db.query<{ id: number }>(
    `with named as (select id from instructors where name = 'Meera Kulkarni' order by id limit 1),
       teacher as (insert into instructors (name) select 'Meera Kulkarni' where not exists (select from named) returning id)
     insert into batches (course_id, starts_at, ends_at, time_text, class_minutes, weekdays, mode_of_training, batch_type,
       instructor_id, capacity, classroom_url, cancelled_at)
     select $1, app_now() + $2::interval, app_now() + $2::interval + interval '90 days', '7:30 PM – 9:00 PM IST', 90, '{1,3,5}',
       'Live online', 'Weekday evening', id, $3, 'https://classroom.example/room', case when $4 then app_now() end
     from (select id from named union all select id from teacher) t
     returning id`,
    [courseId, startsIn, capacity, cancelled],
  )
  return batch.rows[0]?.id ?? 0
}
