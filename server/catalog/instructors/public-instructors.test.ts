import { expect, test } from 'vitest'
import type { Course, Instructor } from '#contract/catalog/catalog.ts'
import { addInstructor } from '#tests/school/add-instructor.ts'
import { addRecording } from '#tests/school/add-recording.ts'
import { changeBatch } from '#tests/school/change-batch.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { planBatch, sellCourse } from '#tests/school/sell-course.ts'

test('a course answers its instructor, weekdays and number of classes', async () => {
  const shop = await createTestApp()
  const { courseId, batchId } = await sellCourse(shop.db)
  await planBatch(shop.db, batchId, { weekdays: [1, 3, 5] })
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
      links: [],
      hello: null,
    },
  ])
  expect((await shop.get('/instructors/')).json<Instructor[]>()).toEqual(course.instructors)
  expect((await shop.app.inject(`/media/art/instructor/${batch?.instructor_id}.svg`)).statusCode).toBe(200)
})

test('a course names the instructor as renamed or replaced', async () => {
  const shop = await createTestApp()
  const { courseId, batchId } = await sellCourse(shop.db)
  const name = async () => (await shop.get(`/courses/${courseId}/`)).json<Course>().upcoming_batches[0]?.instructor_name
  const tara = await addInstructor(shop)
  await changeBatch(shop, batchId, { instructor_id: tara })
  expect(await name()).toBe('Tara Venkatesh')
  await shop.db.query(`update instructors set name = 'Tara Iyer' where id = $1`, [tara])
  expect(await name()).toBe('Tara Iyer')
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
  await addRecording(shop.db, batchId, { title: 'First class', preview: true })
  await listener.query('select 1')
  expect(tags.filter((tag) => tag === `course:${courseId}`)).toHaveLength(2)
  await listener.query('unlisten *')
  listener.removeAllListeners('notification')
  listener.release()
  const course = await read()
  expect(course.preview).toEqual({ batch_id: batchId, day_number: 1, title: 'First class' })
})
