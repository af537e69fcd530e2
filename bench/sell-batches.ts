import type pg from 'pg'

/** Stores future batches of one course without a capacity and returns their ids. */
export async function sellBatches(db: pg.Pool, count: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `with course as (
       insert into courses (slug, title, category, description, overview, university, duration, difficulty_level, course_type,
         price_paise, discounts)
       values ('course', 'Testing in Practice', 'DevOps', 'About tests.', 'All about tests.', 'Karyashala', '12 weeks', 'Beginner',
         'Live online', 4500000, '[]') returning id),
     teacher as (insert into instructors (name) values ('Meera Kulkarni') returning id)
     insert into batches (course_id, starts_at, ends_at, time_text, class_minutes, weekdays, mode_of_training, batch_type,
       instructor_id, classroom_url)
     select course.id, now() + interval '30 days', now() + interval '120 days', '7:30 PM – 9:00 PM IST', 90, '{1,3,5}', 'Live online',
       'Weekday evening', teacher.id, 'https://classroom.example/room' from course, teacher, generate_series(1, $1)
     returning id`,
    [count],
  )
  return rows.map(({ id }) => id)
}
