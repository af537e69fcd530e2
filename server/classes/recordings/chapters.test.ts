import { expect, test } from 'vitest'
import type { VideoList } from '#contract/classes/classes.ts'
import type { RecordingRecord } from '#contract/classes/staff/recordings.ts'
import { addTeacher } from '#tests/school/add-instructor.ts'
import { createClassShop, february } from '#tests/school/class-shop.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { staffClient, type StaffClient } from '#tests/school/staff-client.ts'

const chapters = [
  { at_seconds: 0, title: 'Welcome' },
  { at_seconds: 600, title: 'Locks' },
  { at_seconds: 1500, title: 'Who waits' },
]

/** A class with a recording of 30 minutes, its instructor, another instructor, and a student. */
async function createSchool() {
  const shop = await createClassShop()
  const student = await signIn(shop)
  await shop.enrolUser(student.user.id)
  const other = await addTeacher(shop)
  await shop.setClock(february('03', '16:00'))
  const meera = staffClient(shop, 'instructor', shop.instructor)
  const body = { session_id: (await shop.nth(1)).id, title: 'Locks', url: 'https://youtu.be/dQw4w9WgXcQ', duration_minutes: 30 }
  const { id } = (await meera('POST', 'recordings/', { body })).as<RecordingRecord>()
  const change = (call: StaffClient, change: object, version: number) =>
    call('PATCH', `recordings/${id}/`, { body: change, version })
  const shown = async (access = student.access) =>
    (await shop.get(`/videos/${shop.batchId}/`, access)).json<VideoList>().videos[0]?.chapters
  return { shop, meera, tara: staffClient(shop, 'instructor', other), id, change, shown }
}

test('an instructor writes chapters, which students of the batch see', async () => {
  const { shop, meera, change, shown } = await createSchool()
  expect(await shown()).toEqual([])
  expect((await change(meera, { chapters }, 1)).as()).toMatchObject({ chapters, version: 2 })
  expect([await shown(), await shown('')]).toEqual([chapters, []])
  const [first, , last] = chapters
  const next = [first, { at_seconds: 700, title: 'Deadlocks' }, last]
  expect((await change(meera, { chapters: next }, 2)).as()).toMatchObject({ chapters: next, version: 3 })
  const { rows } = await shop.db.query(
    `select operation, changes -> 'title' ->> 'after' as title from audit_log where table_name = 'class_chapters' order by id offset 3`,
  )
  expect(rows).toEqual([
    { operation: 'delete', title: null },
    { operation: 'insert', title: 'Deadlocks' },
  ])
  expect((await change(meera, { chapters: [] }, 3)).as()).toMatchObject({ chapters: [] })
})

test('chapters of two persons at once do not mix', async () => {
  const { meera, change, shown } = await createSchool()
  const own = [{ at_seconds: 0, title: 'All of it' }]
  const answers = await Promise.all([change(meera, { chapters }, 1), change(meera, { chapters: own }, 1)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
  const kept = answers[0].status === 200 ? chapters : own
  expect(await shown()).toEqual(kept)
  expect(answers.find(({ status }) => status === 412)?.error).toMatchObject({ current: { chapters: kept, version: 2 } })
})

test('a shorter recording keeps chapters that students no longer see', async () => {
  const { meera, change, shown } = await createSchool()
  await change(meera, { chapters }, 1)
  expect((await change(meera, { duration_minutes: 20 }, 2)).as()).toMatchObject({ chapters })
  expect(await shown()).toEqual(chapters.slice(0, 2))
  const refused = await change(meera, { chapters }, 3)
  expect([refused.status, refused.error]).toMatchObject([
    400,
    { chapters: ['“Who waits” begins after the end of the recording.'] },
  ])
  expect((await change(meera, { duration_minutes: 0, chapters }, 3)).status).toBe(200)
  expect(await shown()).toEqual(chapters)
})

test.each([{ chapters: chapters.slice(1) }, { chapters: [...chapters, chapters[1]] }, { chapters: 'Locks' }, { chapters: null }])(
  'refuses the chapters %#',
  async (body) => {
    const { meera, change, shown } = await createSchool()
    expect((await change(meera, body, 1)).status).toBe(400)
    expect(await shown()).toEqual([])
  },
)

test('who does not teach the class writes no chapters', async () => {
  const { shop, meera, tara, change } = await createSchool()
  expect((await change(tara, { chapters }, 1)).status).toBe(404)
  expect((await change(staffClient(shop, 'support'), { chapters }, 1)).status).toBe(403)
  expect((await meera('PATCH', 'recordings/999999/', { body: { chapters }, version: 1 })).status).toBe(404)
})
