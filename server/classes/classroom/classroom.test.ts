import { expect, test } from 'vitest'
import { system } from '#server/platform/auth/principal.ts'
import { cancelBatch } from '#tests/school/change-batch.ts'
import { type ClassShop, createClassShop, february } from '#tests/school/class-shop.ts'
import { signIn } from '#tests/school/sign-in.ts'
import type { Classroom } from './classroom.ts'
import { linkClassroom } from './link-classroom.ts'
import { updateClassrooms } from './update-classrooms.ts'

/** A classroom that remembers its meetings, and fails while `fails` is set. */
function rememberingClassroom() {
  const meetings = new Map<string, string>()
  const state = { fails: false, calls: 0 }
  const ask = () => {
    state.calls += 1
    if (state.fails) throw new Error('the provider is away')
  }
  const classroom: Classroom = {
    ...linkClassroom,
    async ensure({ id, startsAt }) {
      ask()
      meetings.set(`meeting-${id}`, startsAt.toISOString())
      return { externalId: `meeting-${id}`, facts: { room: id } }
    },
    async move({ startsAt }, { externalId }) {
      ask()
      meetings.set(externalId, startsAt.toISOString())
    },
    async cancel({ externalId }) {
      ask()
      meetings.delete(externalId)
    },
    async joinUrl({ meeting }, person) {
      ask()
      return meeting ? `https://provider.example/${meeting.externalId}?as=${person.id}` : null
    },
  }
  return { classroom, meetings, state }
}

async function createShop() {
  const provider = rememberingClassroom()
  const shop = await createClassShop(0, { classrooms: { remembering: provider.classroom } })
  await shop.db.query(`update batches set classroom_provider = 'remembering'`)
  return { shop, ...provider, update: () => updateClassrooms(shop.deps, system) }
}

const starts = async (shop: ClassShop) =>
  (await shop.classes()).filter(({ state }) => state !== 'cancelled').map(({ starts_at }) => starts_at)
const waiting = async (shop: ClassShop) => (await shop.db.query('select 1 from classroom_outbox where done_at is null')).rowCount

test('a provider has each class, moved or cancelled with it', async () => {
  const { shop, meetings, update } = await createShop()
  await update()
  expect([...meetings.values()].toSorted()).toEqual(await starts(shop))
  await shop.verb(await shop.nth(6), 'move/', { starts_at: february('17'), minutes: 60 })
  await shop.verb(await shop.nth(2), 'cancel/')
  await shop.call('POST', `batches/${shop.batchId}/make-up/`, { body: { starts_at: february('16'), minutes: 90 } })
  await update()
  expect([...meetings.values()].toSorted()).toEqual(await starts(shop))
  expect(await waiting(shop)).toBe(0)
  await cancelBatch(shop, shop.batchId)
  await update()
  expect([...meetings]).toEqual([])
})

test('a class that is removed loses its meeting', async () => {
  const { shop, meetings, update } = await createShop()
  await update()
  const batch = (await shop.call('GET', `batches/${shop.batchId}/`)).as<{ version: number }>()
  const shorter = await shop.call('PATCH', `batches/${shop.batchId}/`, { body: { class_count: 3 }, version: batch.version })
  expect(shorter.status).toBe(200)
  await update()
  expect([...meetings.values()].toSorted()).toEqual(await starts(shop))
  expect(meetings.size).toBe(3)
})

test('a provider that fails is asked again later', async () => {
  const { shop, meetings, state, update } = await createShop()
  state.fails = true
  await update()
  expect([state.calls, meetings.size, await waiting(shop)]).toEqual([6, 0, 6])
  await update()
  expect(state.calls).toBe(6)
  state.fails = false
  await shop.passTime('6 seconds')
  await update()
  expect([meetings.size, await waiting(shop)]).toEqual([6, 0])
})

test('two processes ask a provider once for each class', async () => {
  const { shop, state, update } = await createShop()
  await Promise.all([update(), update(), update()])
  expect([state.calls, await waiting(shop)]).toEqual([6, 0])
})

test('the address of a class is that of its provider', async () => {
  const { shop, state, update } = await createShop()
  const student = await signIn(shop)
  await shop.enrolUser(student.user.id)
  const first = await shop.nth(1)
  await shop.setClock(february('03', '13:50'))
  const join = () => shop.post(`/classes/${first.id}/join/`, undefined, student.access)
  expect((await join()).json()).toMatchObject({ code: 'no_classroom' })
  await update()
  expect((await join()).json()).toEqual({
    url: `https://provider.example/meeting-${first.id}?as=student-${student.user.id}`,
  })
  state.fails = true
  const failed = await join()
  expect([failed.statusCode, failed.json()]).toMatchObject([503, { code: 'unavailable' }])
  expect((await shop.db.query('select 1 from attendance_evidence')).rowCount).toBe(1)
})

test('batches with a link ask no provider', async () => {
  const shop = await createClassShop()
  await shop.verb(await shop.nth(2), 'cancel/')
  expect(await waiting(shop)).toBe(0)
})

test('a class with its own classroom leaves that of its batch', async () => {
  const { shop, meetings, update } = await createShop()
  await update()
  const all = await starts(shop)
  const first = await shop.nth(1)
  const own = await shop.call('PATCH', `sessions/${first.id}/`, { body: { classroom_provider: 'link' }, version: first.version })
  expect(own.status).toBe(200)
  await update()
  expect([...meetings.values()].toSorted()).toEqual(all.filter((at) => at !== first.starts_at))
  const { version } = own.as<{ version: number }>()
  await shop.call('PATCH', `sessions/${first.id}/`, { body: { classroom_provider: null }, version })
  await update()
  expect([...meetings.values()].toSorted()).toEqual(all)
})

test('a class with its own classroom ends with its batch', async () => {
  const { shop, meetings, update } = await createShop()
  await shop.db.query(`update class_sessions set classroom_provider = 'remembering' where id = $1`, [(await shop.nth(1)).id])
  await shop.holdIn('link')
  await update()
  expect(meetings.size).toBe(1)
  await cancelBatch(shop, shop.batchId)
  await update()
  expect(meetings.size).toBe(0)
})
