import type pg from 'pg'
import { addBatch } from '#server/classes/batches/create-batch.ts'
import { transaction } from '#server/platform/db/query.ts'

/** Stores future batches of one course without a capacity and returns their ids. */
export async function sellBatches(db: pg.Pool, count: number): Promise<number[]> {
  const { rows } = await db.query<{ course: number; instructor: number; first_day: string; weekday: number }>(
    `with course as (
       insert into courses (slug, title, category, description, overview, university, duration, difficulty_level, course_type,
         price_paise, discounts)
       values ('course', 'Testing in Practice', 'DevOps', 'About tests.', 'All about tests.', 'Karyashala', '12 weeks', 'Beginner',
         'Live online', 4500000, '[]') returning id),
     teacher as (insert into instructors (name) values ('Meera Kulkarni') returning id)
     select course.id as course, teacher.id as instructor, to_char(t.day, 'YYYY-MM-DD') as first_day,
       extract(isodow from t.day)::integer as weekday
     from course, teacher, (select now() + interval '30 days' as day) t`,
  )
  const [made] = rows
  if (!made) throw new Error('no course was made')
  const ids: number[] = []
  for (let number = 1; number <= count; number += 1) {
    const batch = {
      course_id: made.course,
      mode_of_training: 'Live online',
      // A course has one batch of a type and a first class.
      batch_type: `Weekday evening ${number}`,
      instructor_id: made.instructor,
      capacity: null,
      classroom_url: 'https://classroom.example/room',
      first_day: made.first_day,
      clock: '19:30',
      weekdays: [made.weekday],
      minutes: 90,
      class_count: 13,
      last_day: null,
      calendar: null,
    }
    ids.push(await transaction(db, (tx) => addBatch(tx, batch, 'first_day')))
  }
  return ids
}
