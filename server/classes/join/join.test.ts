import { expect, test } from 'vitest'
import type { JoinState } from '#contract/classes/classes.ts'
import type { BatchRecord } from '#contract/classes/staff/batches.ts'
import { addTeacher } from '#tests/school/add-instructor.ts'
import { addRecording } from '#tests/school/add-recording.ts'
import { cancelBatch } from '#tests/school/change-batch.ts'
import { type ClassShop, createClassShop, february } from '#tests/school/class-shop.ts'
import { endPlaces } from '#tests/school/places.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { addStaff, type StaffMember } from '#tests/school/staff.ts'

const room = 'https://classroom.example/room'
const open = february('03', '13:50')

/** A batch with one student, and another student without a place. */
async function createShop() {
  const shop = await createClassShop()
  const [mine, other] = [await signIn(shop), await signIn(shop)]
  await shop.enrolUser(mine.user.id)
  const first = await shop.nth(1)
  const path = `/classes/${first.id}/join/`
  const join = (token?: string) => shop.post(path, undefined, token)
  return { shop, mine, other, first, path, join }
}

const evidence = async (shop: ClassShop) =>
  (
    await shop.db.query<{ session_id: number; user_id: number | null; staff_id: number | null; source: string }>(
      'select session_id, user_id::int, staff_id, source from attendance_evidence order by id',
    )
  ).rows

test('joins from 15 minutes before the start until the end', async () => {
  const { shop, mine, first, join } = await createShop()
  await shop.setClock('2031-02-03T13:44:58Z')
  const early = await join(mine.access)
  expect([early.statusCode, early.json()]).toMatchObject([
    409,
    { code: 'class_not_open', message: 'This class opens at 7:15 PM IST.', opens_at: '2031-02-03T13:45:00.000Z' },
  ])
  expect(await evidence(shop)).toEqual([])
  for (const moment of ['2031-02-03T13:45:00Z', '2031-02-03T15:29:57Z']) {
    await shop.setClock(moment)
    const answer = await join(mine.access)
    expect([answer.statusCode, answer.json(), answer.headers['cache-control']]).toEqual([200, { url: room }, 'no-store'])
  }
  const press = { session_id: first.id, user_id: mine.user.id, staff_id: null, source: 'press' }
  expect(await evidence(shop)).toEqual([press, press])
  await shop.setClock('2031-02-03T15:30:00Z')
  const over = await join(mine.access)
  expect([over.statusCode, over.json()]).toMatchObject([410, { code: 'class_over', recording: 'expected' }])
  await shop.setClock('2031-02-08T06:00:00Z')
  expect((await join(mine.access)).json()).toMatchObject({ recording: 'missing' })
  expect(await evidence(shop)).toHaveLength(2)
})

test('strangers get 401 or 404 and learn nothing [SEC-031]', async () => {
  const { shop, mine, other, path, join } = await createShop()
  await shop.setClock(open)
  for (const read of [join, (token?: string) => shop.get(path, token)]) {
    const [anonymous, stranger] = [await read(), await read(other.access)]
    expect([anonymous.statusCode, stranger.statusCode]).toEqual([401, 404])
    expect(`${anonymous.body}${stranger.body}`).not.toMatch(/classroom|Testing in Practice|Meera/)
  }
  expect((await shop.post('/classes/999999/join/', undefined, mine.access)).statusCode).toBe(404)
  expect((await shop.post('/classes/x/join/', undefined, mine.access)).statusCode).toBe(400)
  await endPlaces(shop.db, mine.user.id)
  expect((await join(mine.access)).statusCode).toBe(404)
  expect(await evidence(shop)).toEqual([])
})

test('the state is answered without the address', async () => {
  const { shop, mine, path, first } = await createShop()
  await shop.call('PATCH', `sessions/${first.id}/`, { body: { topic: 'Locks' }, version: first.version })
  const read = async () => {
    const answer = await shop.get(path, mine.access)
    expect(answer.body).not.toContain('classroom.example')
    return answer.json<JoinState>()
  }
  expect(await read()).toMatchObject({ state: 'early', number: 1, total: 6, topic: 'Locks', recording: null })
  await shop.setClock(open)
  expect(await read()).toMatchObject({ state: 'open' })
  await shop.setClock(february('03', '16:00'))
  expect(await read()).toMatchObject({ state: 'over', recording: 'expected' })
  await addRecording(shop.db, shop.batchId)
  expect(await read()).toMatchObject({ recording: 'ready' })
  expect(await evidence(shop)).toEqual([])
})

test('a cancelled class or batch cannot be joined', async () => {
  const { shop, mine, first, join } = await createShop()
  const cancelled = await shop.verb(first, 'cancel/')
  expect(cancelled.status).toBe(200)
  await shop.setClock(open)
  const answer = await join(mine.access)
  expect([answer.statusCode, answer.json()]).toMatchObject([410, { code: 'class_cancelled', recording: null }])
  await shop.setClock(february('04'))
  await cancelBatch(shop, shop.batchId)
  await shop.setClock(february('05', '13:50'))
  const second = (await shop.classes())[1]
  expect((await shop.post(`/classes/${second?.id}/join/`, undefined, mine.access)).json()).toMatchObject({
    code: 'class_cancelled',
  })
})

test('a link of the class wins, no link conflicts', async () => {
  const { shop, mine, first, join } = await createShop()
  const own = 'https://meet.example/own'
  await shop.call('PATCH', `sessions/${first.id}/`, { body: { classroom_url: own }, version: first.version })
  await shop.setClock(open)
  expect((await join(mine.access)).json()).toEqual({ url: own })
  const { version } = await shop.nth(1)
  await shop.call('PATCH', `sessions/${first.id}/`, { body: { classroom_url: null }, version })
  expect((await join(mine.access)).json()).toEqual({ url: room })
  expect((await shop.get(`/classes/${first.id}/join/`, mine.access)).json()).toMatchObject({ has_classroom: true })
  const batch = (await shop.call('GET', `batches/${shop.batchId}/`)).as<BatchRecord>()
  await shop.call('PATCH', `batches/${shop.batchId}/`, { body: { classroom_url: null }, version: batch.version })
  const none = await join(mine.access)
  expect([none.statusCode, none.json()]).toMatchObject([409, { code: 'no_classroom' }])
  expect((await shop.get(`/classes/${first.id}/join/`, mine.access)).json()).toMatchObject({ has_classroom: false })
  expect(await evidence(shop)).toHaveLength(2)
})

test('its instructor and staff join, other instructors do not', async () => {
  const { shop, first, join } = await createShop()
  await shop.setClock(open)
  const owner = await addStaff(shop, 'owner')
  const another = await addTeacher(shop, 'Tara')
  const finance = await addStaff(shop, 'finance')
  const as = (member: Pick<StaffMember, 'id' | 'roles'>) =>
    join(shop.asStaff(member.roles, member).authorization.replace('Bearer ', ''))
  expect((await as(shop.instructor)).json()).toEqual({ url: room })
  expect((await as(owner)).json()).toEqual({ url: room })
  expect((await as(another)).statusCode).toBe(404)
  expect((await as(finance)).statusCode).toBe(404)
  expect((await evidence(shop)).map(({ staff_id }) => staff_id)).toEqual([shop.instructor.id, owner.id])
  // The substitute has the rights of this class, and the replaced instructor has none.
  const replaced = await shop.verb(await shop.nth(1), 'substitute/', { instructor_id: another.instructorId })
  expect(replaced.status).toBe(200)
  expect([(await as(another)).statusCode, (await as(shop.instructor)).statusCode]).toEqual([200, 404])
  expect(first.id).toBe((await shop.nth(1)).id)
})

test('evidence is only added', async () => {
  const { shop, mine, join } = await createShop()
  await shop.setClock(open)
  await join(mine.access)
  for (const change of [
    'delete from attendance_evidence',
    `update attendance_evidence set began_at = began_at - interval '1 hour'`,
  ]) {
    await expect(shop.db.query(change)).rejects.toThrow('evidence of attendance is only added')
  }
})
