import { expect, test } from 'vitest'
import type { Room, RoomBatch } from '#contract/classes/classes.ts'
import { addInstructor } from '#tests/school/add-instructor.ts'
import { addRecording } from '#tests/school/add-recording.ts'
import { cancelBatch } from '#tests/school/change-batch.ts'
import { createClassShop, february } from '#tests/school/class-shop.ts'
import { signIn } from '#tests/school/sign-in.ts'

async function attend() {
  const shop = await createClassShop()
  const student = await signIn(shop)
  const { rows } = await shop.db.query<{ id: number }>('select id::int from users where email = $1', [student.person.email])
  await shop.enrolUser(rows[0]?.id ?? 0)
  const read = async (): Promise<RoomBatch> => {
    const { batches } = (await shop.get(`/enrolled-courses/${shop.courseId}/`, student.access)).json<Room>()
    if (!batches[0]) throw new Error('the room has no batch')
    return batches[0]
  }
  return { shop, student, read }
}

test('the room lists every class with its state by the clock', async () => {
  const { shop, read } = await attend()
  await shop.setClock(february('07', '14:30'))
  const { classes } = await read()
  expect(classes.map((one) => [one.number, one.state, one.recording])).toEqual([
    [1, 'held', 'missing'],
    [2, 'held', 'missing'],
    [3, 'live', null],
    [4, 'scheduled', null],
    [5, 'scheduled', null],
    [6, 'scheduled', null],
  ])
  expect(classes[2]).toMatchObject({
    starts_at: february('07'),
    ends_at: february('07', '15:30'),
    opens_at: february('07', '13:45'),
  })
})

test('a class has its topic, module, preparation and notes', async () => {
  const { shop, read } = await attend()
  const first = await shop.nth(1)
  const words = { topic: 'Query plans', module: 'Databases', prepare: 'Bring a slow query.', notes: 'Slides: page 3.' }
  expect((await shop.call('PATCH', `sessions/${first.id}/`, { body: words, version: first.version })).status).toBe(200)
  expect((await read()).classes[0]).toMatchObject({ session_id: first.id, ...words })
})

test('a cancelled class has no number, a moved one both times', async () => {
  const { shop, read } = await attend()
  await shop.verb(await shop.nth(2), 'cancel/')
  await shop.verb(await shop.nth(2), 'move/', { starts_at: february('08'), minutes: 90 })
  const { classes, classes_total } = await read()
  expect(classes_total).toBe(5)
  expect(classes.map((one) => [one.number, one.state, one.starts_at, one.moved_from]).slice(0, 4)).toEqual([
    [1, 'scheduled', february('03'), null],
    [null, 'cancelled', february('05'), null],
    [2, 'scheduled', february('08'), february('07')],
    [3, 'scheduled', february('10'), null],
  ])
})

test('a substitute is named with the instructor who is replaced', async () => {
  const { shop, read } = await attend()
  await shop.verb(await shop.nth(1), 'substitute/', { instructor_id: await addInstructor(shop, 'Farhan Ali') })
  const { classes, instructor } = await read()
  expect(classes[0]).toMatchObject({ instructor: 'Farhan Ali', substitute_for: 'Meera Kulkarni' })
  expect(classes[1]).toMatchObject({ instructor: 'Meera Kulkarni', substitute_for: null })
  expect(instructor).toMatchObject({ name: 'Meera Kulkarni', portrait: `media/art/instructor/${instructor.id}.svg` })
})

test('the classes that a cancelled batch does not hold are cancelled', async () => {
  const { shop, read } = await attend()
  await shop.setClock(february('06'))
  await cancelBatch(shop, shop.batchId)
  const { classes, classes_held, coming } = await read()
  expect(classes.map((one) => one.state)).toEqual(['held', 'held', 'cancelled', 'cancelled', 'cancelled', 'cancelled'])
  expect(classes[2]?.number).toBeNull()
  expect([classes_held, coming]).toEqual([2, []])
})

test('a recording names its class', async () => {
  const { shop, read } = await attend()
  const second = await shop.nth(2)
  await shop.setClock(february('06'))
  await addRecording(shop.db, shop.batchId, { number: 2 })
  const { classes, recordings } = await read()
  expect(recordings).toMatchObject([{ session_id: second.id, day_number: 2 }])
  expect(classes[1]?.recording).toBe('ready')
})
