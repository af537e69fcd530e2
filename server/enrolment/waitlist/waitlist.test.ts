import { expect, test } from 'vitest'
import type { Course } from '#contract/catalog/catalog.ts'
import type { ExportedData, SignedIn } from '#contract/people/accounts.ts'
import type { WaitlistEntry } from '#contract/enrolment/waitlist.ts'
import type { WaitlistRecord } from '#contract/enrolment/staff/waitlist.ts'
import { system } from '#server/platform/auth/principal.ts'
import { signInLongAgo } from '#tests/school/change-profile.ts'
import { createPayingShop } from '#tests/school/create-paying-shop.ts'
import { cancelBatch, changeBatch } from '#tests/school/change-batch.ts'
import { addBatch, sellCourse, startBatch } from '#tests/school/sell-course.ts'
import { buy } from '#tests/school/sell-with-receipt.ts'
import { setSettings } from '#tests/school/set-settings.ts'
import { codeSentTo, newPerson, signIn } from '#tests/school/sign-in.ts'
import { addStaff } from '#tests/school/staff.ts'
import { staffClient } from '#tests/school/staff-client.ts'
import { tendWaitlists } from './tend-waitlist.ts'

type Student = Awaited<ReturnType<typeof signIn>>

/** A batch whose seats are all sold. Its owners can give them back. */
async function fullBatch(seats = 1) {
  const shop = await createPayingShop()
  const { batchId, courseId } = await sellCourse(shop.db, { capacity: seats })
  const owners: Student[] = []
  for (let seat = 0; seat < seats; seat += 1) owners.push(await buy(shop, batchId))
  const call = (method: 'POST' | 'DELETE', access: string, id: number | string = batchId) =>
    shop.app.inject({ method, url: `/api/batches/${id}/waitlist/`, headers: { authorization: `Bearer ${access}` } })
  const join = (student: { access: string }, id: number | string = batchId) => call('POST', student.access, id)
  const leave = (student: { access: string }) => call('DELETE', student.access)
  const wait = async (count: number) => {
    const students: Student[] = []
    for (let place = 1; place <= count; place += 1) {
      const student = await signIn(shop)
      expect((await join(student)).json()).toEqual({ place, state: 'waiting' })
      students.push(student)
    }
    await shop.db.query(`update sessions set idle_expires_at = 'infinity', expires_at = 'infinity'`)
    return students as [Student, ...Student[]]
  }
  const tend = () => tendWaitlists(shop.deps, system)
  const free = async (count = 1) => {
    await shop.db.query(
      `update enrolments set ended_at = app_now() where id in (
         select id from enrolments where batch_id = $1 and ended_at is null order by id limit $2)`,
      [batchId, count],
    )
    await tend()
  }
  const entryOf = async (student: { access: string }) =>
    (await shop.get('/waitlist/', student.access))
      .json<{ items: WaitlistEntry[] }>()
      .items.find((one) => one.batch_id === batchId)
  const states = (students: readonly { access: string }[]) =>
    Promise.all(students.map(async (one) => (await entryOf(one))?.state))
  const start = (student: { access: string }) => shop.post(`/payment/start-payment/${batchId}/`, undefined, student.access)
  const seatsLeft = async () =>
    (await shop.get(`/courses/${courseId}/`)).json<Course>().upcoming_batches.find(({ id }) => id === batchId)?.seats_left
  const subjects = async ({ person }: Student) =>
    (await shop.mails(person.email)).map(({ subject }) => subject).filter((one) => !/code|OTP/i.test(one))
  /** People with a place, a live hold or a live offer. */
  const taken = async () => {
    const { rows } = await shop.db.query<{ taken: number }>(
      `select (select count(*) from active_enrolments where batch_id = $1)::int
         + (select count(distinct user_id) from seat_holds where batch_id = $1)::int as taken`,
      [batchId],
    )
    return rows[0]?.taken
  }
  return { shop, batchId, courseId, owners, join, leave, wait, tend, free, entryOf, states, start, seatsLeft, subjects, taken }
}

const tokenIn = (text: string) => /\/waitlist\/\d+#([\w-]{43})/.exec(text)?.[1] ?? ''

test('a full batch gives places in the order of joining', async () => {
  const { wait, entryOf, subjects, shop } = await fullBatch()
  const [first, second] = await wait(2)
  expect(await entryOf(first)).toMatchObject({ place: 1, state: 'waiting', offered_until: null })
  expect(await entryOf(second as Student)).toMatchObject({ place: 2, state: 'waiting' })
  expect(await subjects(first)).toEqual(['You are on the waitlist of Testing in Practice'])
  const { rows } = await shop.db.query(`select octet_length(leave_hash) as bytes, network from waitlist_entries`)
  expect(rows).toEqual([
    { bytes: 32, network: null },
    { bytes: 32, network: null },
  ])
})

test('a freed seat is offered to the first for a day', async () => {
  const { wait, free, states, start, seatsLeft, entryOf, subjects, shop, batchId, taken } = await fullBatch()
  const [first, second] = (await wait(2)) as [Student, Student]
  await free()
  expect(await states([first, second])).toEqual(['offered', 'waiting'])
  const { offered_until: until } = (await entryOf(first)) ?? {}
  expect(Date.parse(until ?? '') - Date.now()).toBeCloseTo(86_400_000, -5)
  expect(await seatsLeft()).toBe(0)
  expect((await start(second)).json()).toMatchObject({ code: 'batch_full' })
  expect((await start(await signIn(shop))).json()).toMatchObject({ code: 'batch_full' })
  await buy(shop, batchId, first)
  expect(await states([first, second])).toEqual(['taken', 'waiting'])
  expect(await taken()).toBe(1)
  expect((await subjects(first)).some((one) => one.startsWith('A seat in Testing in Practice is yours until '))).toBe(true)
})

test('nobody buys a freed seat before it is offered', async () => {
  const { wait, shop, batchId, start, seatsLeft, states, tend } = await fullBatch()
  const [first, second] = (await wait(2)) as [Student, Student]
  await shop.db.query(`update enrolments set ended_at = app_now() where batch_id = $1`, [batchId])
  const stranger = await signIn(shop)
  expect(await seatsLeft()).toBe(0)
  expect((await start(stranger)).json()).toMatchObject({ code: 'batch_full' })
  expect((await start(second)).json()).toMatchObject({ code: 'batch_full' })
  // The first in the list need not wait for the offer.
  expect((await start(first)).statusCode).toBe(200)
  await tend()
  expect(await states([first, second])).toEqual(['waiting', 'waiting'])
})

test('an offer lapses by the clock and goes on', async () => {
  const { wait, free, states, shop, start, tend, subjects, join, entryOf } = await fullBatch()
  const [first, second] = (await wait(2)) as [Student, Student]
  await free()
  await shop.passTime('24 hours 1 second')
  expect(await states([first, second])).toEqual(['lapsed', 'waiting'])
  expect((await start(first)).json()).toMatchObject({ code: 'batch_full' })
  await Promise.all([tend(), tend()])
  expect(await states([first, second])).toEqual(['lapsed', 'offered'])
  await tend()
  expect((await subjects(first)).filter((one) => one.endsWith('is not held for you any more'))).toHaveLength(1)
  expect((await join(first)).json()).toEqual({ place: 2, state: 'waiting' })
  expect(await entryOf(first)).toMatchObject({ place: 2, state: 'waiting' })
})

test('who pays as the offer lapses keeps the seat', async () => {
  const { wait, free, shop, start, tend, states, batchId } = await fullBatch()
  const [first, second] = (await wait(2)) as [Student, Student]
  await free()
  await shop.passTime('23 hours 55 minutes')
  const order = (await start(first)).json<{ order_id: string }>()
  await shop.passTime('6 minutes')
  await tend()
  expect(await states([first, second])).toEqual(['lapsed', 'waiting'])
  const paid = await shop.post(`/payment/payment-verify/${batchId}/`, await shop.pay(order.order_id), first.access)
  expect(paid.json()).toMatchObject({ status: 'enrolled' })
  await tend()
  expect(await states([first, second])).toEqual(['taken', 'waiting'])
})

test('an offer gives the seat without a hold of an order', async () => {
  const { wait, free, shop, start, batchId, courseId } = await fullBatch()
  const [first] = await wait(1)
  await free()
  // Two other holds are as many as an account may have.
  for (const id of [await addBatch(shop.db, courseId, { capacity: 1 }), await addBatch(shop.db, courseId, { capacity: 1 })]) {
    await shop.start(id, first.access)
  }
  const order = (await start(first)).json<{ order_id: string }>()
  await shop.passTime('20 minutes')
  const paid = await shop.post(`/payment/payment-verify/${batchId}/`, await shop.pay(order.order_id), first.access)
  expect(paid.json()).toMatchObject({ status: 'enrolled' })
})

test('two freed seats are offered once each at once', async () => {
  const { wait, free, states, tend, taken } = await fullBatch(2)
  const students = await wait(3)
  await free(2)
  await Promise.all([tend(), tend(), tend()])
  expect(await states(students)).toEqual(['offered', 'offered', 'waiting'])
  expect(await taken()).toBe(2)
})

test('a purchase and an offer at once never share a seat', async () => {
  const { wait, shop, batchId, start, tend, taken } = await fullBatch(2)
  const students = await wait(2)
  const strangers = [await signIn(shop), await signIn(shop)]
  await shop.db.query(`update enrolments set ended_at = app_now() where batch_id = $1`, [batchId])
  await Promise.all([...students, ...strangers].flatMap((one) => [start(one), tend()]))
  await tend()
  expect(await taken()).toBe(2)
  const { rows } = await shop.db.query(`select distinct user_id::int as id from seat_holds where batch_id = $1 order by 1`, [
    batchId,
  ])
  expect(rows.map(({ id }) => id)).toEqual(students.map(({ user }) => user.id).toSorted((one, other) => one - other))
})

test('more seats are offered in turn', async () => {
  const { wait, shop, batchId, tend, states, seatsLeft } = await fullBatch()
  const students = await wait(3)
  await changeBatch(shop, batchId, { capacity: 3 })
  await tend()
  expect(await states(students)).toEqual(['offered', 'offered', 'waiting'])
  expect(await seatsLeft()).toBe(0)
  await changeBatch(shop, batchId, { capacity: null })
  await tend()
  expect(await states(students)).toEqual(['offered', 'offered', 'offered'])
})

test('who leaves gives the seat to the next at once', async () => {
  const { wait, free, leave, states, entryOf } = await fullBatch()
  const [first, second, third] = (await wait(3)) as [Student, Student, Student]
  await free()
  expect((await leave(first)).json()).toEqual({ state: 'left' })
  expect(await states([first, second, third])).toEqual(['left', 'offered', 'waiting'])
  expect((await entryOf(third))?.place).toBe(2)
  expect((await leave(first)).statusCode).toBe(404)
})

test('the link of a mail reads and leaves without a login [SEC-146]', async () => {
  const { wait, free, shop, states } = await fullBatch()
  const [first, second] = (await wait(2)) as [Student, Student]
  await free()
  const tokens = (await shop.mails(first.person.email)).map(({ text }) => tokenIn(text)).filter(Boolean)
  expect(new Set(tokens).size).toBe(2)
  for (const token of tokens) {
    expect((await shop.post('/waitlist/by-link/', { token })).json()).toMatchObject({ state: 'offered', place: 1 })
  }
  const [token = ''] = tokens
  expect((await shop.post('/waitlist/leave/', { token })).json()).toMatchObject({
    state: 'left',
    place: null,
    offered_until: null,
  })
  expect((await shop.post('/waitlist/leave/', { token })).json()).toMatchObject({ state: 'left' })
  expect(await states([first, second])).toEqual(['left', 'offered'])
  const unknown = await shop.post('/waitlist/leave/', { token: 'a'.repeat(43) })
  expect([unknown.statusCode, (await shop.post('/waitlist/leave/', { token: 'short' })).statusCode]).toEqual([404, 400])
  const { rows } = await shop.db.query<{ found: boolean }>(
    `select exists (select from mail_outbox where props::text like '%' || $1 || '%') as found`,
    [token],
  )
  expect(rows).toEqual([{ found: false }])
})

test('a batch with seats, unknown or over has no list', async () => {
  const { shop, courseId, batchId, owners, join, wait } = await fullBatch()
  const [first] = await wait(1)
  const open = await addBatch(shop.db, courseId, { capacity: 1 })
  const unlimited = await addBatch(shop.db, courseId)
  const cancelled = await cancelBatch(shop, await addBatch(shop.db, courseId, { capacity: 1 }))
  const started = await addBatch(shop.db, courseId, { capacity: 1, startsIn: '-1 day' })
  const code = async (student: { access: string }, id: number | string) => (await join(student, id)).json<{ code: string }>().code
  expect(await code(first, batchId)).toBe('already_waiting')
  expect(await code(owners[0] as Student, batchId)).toBe('already_enrolled')
  expect([await code(first, open), await code(first, unlimited)]).toEqual(['batch_not_full', 'batch_not_full'])
  expect([await code(first, cancelled), await code(first, started)]).toEqual(['batch_cancelled', 'batch_started'])
  expect([await code(first, 999_999), await code(first, 'x')]).toEqual(['not_found', 'invalid'])
  expect((await shop.post(`/batches/${batchId}/waitlist/`)).statusCode).toBe(401)
  await startBatch(shop.db, batchId, '50 minutes')
  expect(await code(await signIn(shop), batchId)).toBe('waitlist_closed')
})

test('in the last hour nobody has a claim or an offer', async () => {
  const { shop, batchId, wait, free, states, start, seatsLeft } = await fullBatch()
  const [first] = await wait(1)
  await startBatch(shop.db, batchId, '59 minutes')
  await free()
  expect(await states([first])).toEqual(['waiting'])
  expect(await seatsLeft()).toBe(1)
  expect((await start(await signIn(shop))).statusCode).toBe(200)
})

test('an offer ends before the first class', async () => {
  const { shop, batchId, wait, free, entryOf } = await fullBatch()
  const [first] = await wait(1)
  await startBatch(shop.db, batchId, '3 hours')
  await free()
  const { offered_until: until, starts_at: startsAt } = (await entryOf(first)) ?? {}
  expect(Date.parse(startsAt ?? '') - Date.parse(until ?? '')).toBe(15 * 60_000)
})

test('the hours of an offer follow the settings', async () => {
  const { shop, wait, free, entryOf } = await fullBatch()
  const [first] = await wait(1)
  await setSettings(shop.db, { waitlist_offer_hours: 2 })
  await free()
  expect(Date.parse((await entryOf(first))?.offered_until ?? '') - Date.now()).toBeCloseTo(7_200_000, -5)
})

test.each([
  ['began', 'batch_started'],
  ['was cancelled', 'batch_cancelled'],
])('a list whose batch %s tells everybody once', async (how, why) => {
  const { shop, batchId, wait, free, states, tend, subjects } = await fullBatch()
  const students = await wait(2)
  await free()
  if (how === 'began') await startBatch(shop.db, batchId)
  else await cancelBatch(shop, batchId)
  await Promise.all([tend(), tend()])
  expect(await states(students)).toEqual(['lapsed', 'lapsed'])
  for (const student of students) {
    expect((await subjects(student)).filter((one) => one.startsWith('Your place on the waitlist'))).toHaveLength(1)
  }
  const { rows } = await shop.db.query(`select distinct closed_because from waitlist_entries`)
  expect(rows).toEqual([{ closed_because: why }])
})

test('the price of an offer is that of today', async () => {
  const { shop, wait, free, entryOf, start } = await fullBatch()
  const [first] = await wait(1)
  await free()
  await shop.db.query('update courses set price_paise = 5000000')
  expect((await entryOf(first))?.amount).toBe(50_000)
  expect((await start(first)).json()).toMatchObject({ amount: 50_000 })
})

test('who cancels after taking does not wait again', async () => {
  const { shop, batchId, wait, free, states, tend, join } = await fullBatch()
  const [first, second] = (await wait(2)) as [Student, Student]
  await free()
  await buy(shop, batchId, first)
  await free()
  await tend()
  expect(await states([first, second])).toEqual(['taken', 'offered'])
  expect((await join(first)).json()).toEqual({ place: 2, state: 'waiting' })
})

test('unverified accounts wait for two batches at most', async () => {
  const { shop, courseId, join } = await fullBatch()
  const answer = await shop.post('/auth/register/', { ...newPerson(), type: 'enroll' })
  const unverified = answer.json<SignedIn>()
  const more = [await addBatch(shop.db, courseId, { capacity: 1 }), await addBatch(shop.db, courseId, { capacity: 1 })]
  for (const id of more) await buy(shop, id)
  expect((await join(unverified)).statusCode).toBe(201)
  expect((await join(unverified, more[0])).statusCode).toBe(201)
  expect((await join(unverified, more[1])).json()).toMatchObject({ code: 'too_many_waits' })
})

test('one network joins a list with ten unverified accounts', async () => {
  const { shop, batchId, join } = await fullBatch()
  const enrol = async () => (await shop.post('/auth/register/', { ...newPerson(), type: 'enroll' })).json<SignedIn>()
  for (let account = 0; account < 10; account += 1) expect((await join(await enrol())).statusCode).toBe(201)
  expect((await join(await enrol())).json()).toMatchObject({ code: 'verify_first' })
  expect((await join(await signIn(shop))).json()).toEqual({ place: 11, state: 'waiting' })
  await cancelBatch(shop, batchId)
  await tendWaitlists(shop.deps, system)
  const { rows } = await shop.db.query(`select count(*)::int as kept from waitlist_entries where network is not null`)
  expect(rows).toEqual([{ kept: 0 }])
})

test('an erased account passes its seat on', async () => {
  const { shop, join, free, tend, states } = await fullBatch()
  const first = await signInLongAgo(shop)
  await join(first)
  const second = await signIn(shop)
  expect((await join(second)).json()).toEqual({ place: 2, state: 'waiting' })
  await free()
  const parts = (await shop.get('/auth/export/', first.access)).json<ExportedData>().parts
  expect(parts).toMatchObject({ waitlist: [{ course: 'Testing in Practice', state: 'offered', reason: null }] })
  await shop.mails()
  await shop.post('/auth/erase/', undefined, first.access)
  const otp = await codeSentTo(shop, first.person.email)
  expect((await shop.post('/auth/erase-verify/', { confirm: 'ERASE', otp }, first.access)).statusCode).toBe(200)
  await tend()
  expect(await states([second])).toEqual(['offered'])
  const { rows } = await shop.db.query(`select state, closed_because from waitlist_entries order by id limit 1`)
  expect(rows).toEqual([{ state: 'left', closed_because: 'erased' }])
})

test('staff move, offer out of turn and remove, with a reason', async () => {
  const { shop, batchId, wait, states, subjects, entryOf } = await fullBatch()
  const [first, second, third] = (await wait(3)) as [Student, Student, Student]
  const staff = staffClient(shop, 'support', await addStaff(shop, 'support'))
  const list = async () => (await staff('GET', `waitlist/?batch=${batchId}&sort=turn`)).as<{ items: WaitlistRecord[] }>().items
  const act = async (student: Student, verb: string, body: object, version?: number) => {
    const entry = (await list()).find(({ student_id: id }) => id === student.user.id)
    return staff('POST', `waitlist/${entry?.id}/${verb}/`, { body, version: version ?? entry?.version ?? 0 })
  }
  const reason = 'Asked on the phone.'
  expect((await act(third, 'move', { place: 1, reason })).as<WaitlistRecord>()).toMatchObject({ place: 1, reason })
  expect((await list()).map(({ student_id: id }) => id)).toEqual([third, first, second].map(({ user }) => user.id))
  expect((await act(third, 'move', { place: 2, reason })).as<WaitlistRecord>().place).toBe(2)
  expect((await act(first, 'move', { place: 99, reason })).as<WaitlistRecord>().place).toBe(3)
  expect((await act(second, 'move', { place: 1, reason }, 77)).status).toBe(412)
  expect((await act(second, 'move', { place: 0, reason })).status).toBe(400)
  expect((await act(second, 'move', { place: 1, reason: '' })).status).toBe(400)
  expect((await act(second, 'offer', { reason })).error.code).toBe('no_free_seat')
  await shop.db.query(`update enrolments set ended_at = app_now() where batch_id = $1`, [batchId])
  expect((await act(second, 'offer', { reason })).as<WaitlistRecord>().state).toBe('offered')
  expect((await act(second, 'offer', { reason })).error.code).toBe('seat_offered')
  expect((await act(third, 'offer', { reason })).error.code).toBe('no_free_seat')
  expect((await act(second, 'remove', { reason })).as<WaitlistRecord>()).toMatchObject({
    state: 'left',
    closed_because: 'removed',
    place: null,
  })
  expect(await states([first, second, third])).toEqual(['waiting', 'left', 'offered'])
  expect((await entryOf(first))?.place).toBe(2)
  expect((await act(second, 'remove', { reason })).error.code).toBe('entry_closed')
  expect((await subjects(second)).filter((one) => one.startsWith('Your place on the waitlist'))).toHaveLength(1)
  const { rows } = await shop.db.query(
    `select distinct changes -> 'reason' ->> 'after' as reason, actor_kind from audit_log where table_name = 'waitlist_entries'
     and changes ? 'reason'`,
  )
  expect(rows).toEqual([{ reason: 'masked', actor_kind: 'staff' }])
})

test('roles without the permission reach no waitlist', async () => {
  const { shop, wait } = await fullBatch()
  await wait(1)
  const [finance, content] = [staffClient(shop, 'finance'), staffClient(shop, 'content')]
  const [entry] = (await finance('GET', 'waitlist/')).as<{ items: WaitlistRecord[] }>().items
  const act = { body: { reason: 'No.' }, version: 1 }
  expect([
    (await finance('POST', `waitlist/${entry?.id}/remove/`, act)).status,
    (await content('GET', 'waitlist/')).status,
    (await content('POST', `waitlist/${entry?.id}/offer/`, act)).status,
  ]).toEqual([403, 403, 403])
})

test('staff enrol nobody past the people who wait', async () => {
  const { shop, batchId, wait, free } = await fullBatch()
  const [first, second] = (await wait(2)) as [Student, Student]
  await free()
  const staff = staffClient(shop, 'support', await addStaff(shop, 'support'))
  const enrol = (student: Student, key: string) =>
    staff('POST', 'enrolments/', {
      body: { key, student_id: student.user.id, new_student: null, batch_id: batchId, reason: 'A place of the alumni.' },
    })
  expect((await enrol(second, '6f9619ff-8b86-4d01-b42d-00cf4fc964ff')).error.code).toBe('batch_full')
  expect((await enrol(first, '7f9619ff-8b86-4d01-b42d-00cf4fc964ff')).status).toBe(201)
  const seats = (await staff('GET', `batches/${batchId}/seats/`)).as<object>()
  expect(seats).toMatchObject({ taken: 1, free: 0, waiting: 1, holds: [] })
})

test('seats of a batch name the person with an offer', async () => {
  const { shop, batchId, wait, free, start } = await fullBatch()
  const [first] = await wait(1)
  await free()
  await start(first)
  const staff = staffClient(shop, 'support')
  expect((await staff('GET', `batches/${batchId}/seats/`)).as<object>()).toMatchObject({
    free: 0,
    waiting: 0,
    holds: [{ student_id: first.user.id, by_offer: true, by_cheque: false }],
  })
})
