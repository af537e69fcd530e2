import { expect, test } from 'vitest'
import type { Course, Instructor } from '#contract/catalog.ts'
import { createTestApp } from '#tests/create-test-app.ts'
import { addBatch, sellCourse } from '#tests/sell-course.ts'

async function namesOf({ db }: Pick<Awaited<ReturnType<typeof createTestApp>>, 'db'>, batchId: number) {
  const { rows } = await db.query<{ stored: string; instructor: string; instructor_id: number }>(
    `select b.instructor_name as stored, i.name as instructor, b.instructor_id
     from batches b join instructors i on i.id = b.instructor_id where b.id = $1`,
    [batchId],
  )
  return rows[0]
}

test('a course answers its instructor, weekdays and number of classes', async () => {
  const shop = await createTestApp()
  const { courseId, batchId } = await sellCourse(shop.db)
  await shop.db.query(`update instructors set bio = 'Reviews code.', languages = '{English,Hindi}'`)
  const course = (await shop.get(`/courses/${courseId}/`)).json<Course>()
  const [batch] = course.upcoming_batches
  expect(batch).toMatchObject({ instructor_name: 'Meera Kulkarni', weekdays: [1, 3, 5], class_minutes: 90 })
  const classes = await shop.db.query('select starts_at from class_sessions where batch_id = $1 order by 1', [batchId])
  expect(batch?.class_count).toBe(classes.rowCount)
  expect(new Date(batch?.last_class_at ?? 0)).toEqual(classes.rows.at(-1)?.starts_at)
  expect(course.instructors).toEqual([
    {
      id: batch?.instructor_id,
      name: 'Meera Kulkarni',
      bio: 'Reviews code.',
      background: '',
      languages: ['English', 'Hindi'],
      portrait: `media/art/instructor/${batch?.instructor_id}.svg`,
    },
  ])
  expect((await shop.get('/instructors/')).json<Instructor[]>()).toEqual(course.instructors)
  expect((await shop.app.inject(`/media/art/instructor/${batch?.instructor_id}.svg`)).statusCode).toBe(200)
})

test('a name without an id finds or makes the instructor', async () => {
  const shop = await createTestApp()
  const { courseId, batchId } = await sellCourse(shop.db)
  const second = await addBatch(shop.db, courseId, {})
  expect((await namesOf(shop, second))?.instructor_id).toBe((await namesOf(shop, batchId))?.instructor_id)
  await shop.db.query(`update batches set instructor_name = 'Rohan Deshmukh' where id = $1`, [second])
  expect(await namesOf(shop, second)).toMatchObject({ stored: 'Rohan Deshmukh', instructor: 'Rohan Deshmukh' })
  expect(await namesOf(shop, batchId)).toMatchObject({ stored: 'Meera Kulkarni', instructor: 'Meera Kulkarni' })
})

test('a renamed or replaced instructor changes the stored name', async () => {
  const shop = await createTestApp()
  const { batchId } = await sellCourse(shop.db)
  const { rows } = await shop.db.query<{ id: number }>(`insert into instructors (name) values ('Tara Venkatesh') returning id`)
  await shop.db.query('update batches set instructor_id = $2 where id = $1', [batchId, rows[0]?.id])
  expect(await namesOf(shop, batchId)).toMatchObject({ stored: 'Tara Venkatesh' })
  // The same name as another's: the batch stays with the renamed one.
  await shop.db.query(`update instructors set name = 'Meera Kulkarni' where id = $1`, [rows[0]?.id])
  expect(await namesOf(shop, batchId)).toMatchObject({ stored: 'Meera Kulkarni', instructor_id: rows[0]?.id })
})

test('changes of an instructor and a recording drop the cached course', async () => {
  const shop = await createTestApp()
  const { courseId, batchId } = await sellCourse(shop.db)
  const read = async () => (await shop.get(`/courses/${courseId}/`)).json<Course>()
  expect((await read()).preview).toBeNull()
  const listener = await shop.db.connect()
  const tags: string[] = []
  listener.on('notification', ({ payload }) => tags.push(payload ?? ''))
  await listener.query('listen cache_invalidated')
  await shop.db.query(`update instructors set bio = 'Reviews code.'`)
  await shop.db.query(
    `insert into recordings (batch_id, day_number, title, video_url, recorded_on, duration_seconds, is_preview)
     values ($1, 1, 'First class', 'media/recordings/full-stack-day-1.mp4', current_date, 54, true)`,
    [batchId],
  )
  await listener.query('select 1')
  expect(tags.filter((tag) => tag === `course:${courseId}`)).toHaveLength(2)
  await listener.query('unlisten *')
  listener.removeAllListeners('notification')
  listener.release()
  const course = await read()
  expect(course.preview).toEqual({ batch_id: batchId, day_number: 1, title: 'First class' })
})
