import { expect, test } from 'vitest'
import type { JoinState } from '#contract/classes/classes.ts'
import type { Course } from '#contract/catalog/catalog.ts'
import type { SessionRecord } from '#contract/classes/staff/sessions.ts'
import { type ClassShop, createClassShop, february } from '#tests/school/class-shop.ts'
import { codeSentTo, newPerson } from '#tests/school/sign-in.ts'
import { staffClient } from '#tests/school/staff-client.ts'

const guest = { name: 'Asha Patil', email: 'asha@example.com', phone: '9876543210' }

/** A batch whose first class has seats for guests. */
async function createShop(seats = 2, students = 0) {
  const shop = await createClassShop(students)
  const first = await shop.nth(1)
  await openSeats(shop, first, seats)
  return { ...ways(shop, first), shop, first }
}

const openSeats = (shop: ClassShop, { id, version }: SessionRecord, seats: number) =>
  shop.call('PATCH', `sessions/${id}/trial-seats/`, { body: { seats }, version })

function ways(shop: ClassShop, { id }: { id: number }) {
  const path = `/classes/${id}/trial/`
  const ask = (body: object = guest, network = 1) =>
    shop.app.inject({ method: 'POST', url: `/api${path}`, payload: body, remoteAddress: `198.51.${network}.1` })
  const codeOf = (email = guest.email) => codeSentTo(shop, email)
  const confirm = (otp: string, body: object = guest) => shop.post(`${path}confirm/`, { ...body, otp })
  const take = async (body = guest) => {
    expect((await ask(body)).statusCode).toBe(200)
    const answer = await confirm(await codeOf(body.email), body)
    expect(answer.statusCode).toBe(201)
    return answer.json<{ key: string }>().key
  }
  const as = (key: string, method: 'GET' | 'POST', url: string) =>
    shop.app.inject({ method, url: `/api${url}`, headers: { authorization: `Guest ${key}` } })
  return { path, ask, codeOf, confirm, take, as, join: `/classes/${id}/join/` }
}

const count = async (shop: ClassShop, sql: string) => (await shop.db.query(sql)).rowCount

test('a guest becomes a lead and joins one class', async () => {
  const { shop, first, take, as, join } = await createShop()
  const key = await take()
  const { items } = (await staffClient(shop, 'owner')('GET', 'leads/')).as<{ items: object[] }>()
  expect(items).toMatchObject([
    { kind: 'trial', name: guest.name, email: guest.email, state: 'new', course: 'Testing in Practice' },
  ])
  const [mail] = await shop.mails(guest.email)
  expect(mail?.subject).toBe('Your seat on Monday, 3 February 2031, 7:30 PM IST (Testing in Practice)')
  expect(mail?.text).toContain(`/join/${first.id}#${key}`)
  expect(`${mail?.text}${mail?.html}`).not.toContain('classroom.example')
  expect((await shop.mails()).some(({ subject }) => subject === 'Guest in a class no. 1: Asha Patil')).toBe(true)

  const early = await as(key, 'POST', join)
  expect([early.statusCode, early.json()]).toMatchObject([409, { code: 'class_not_open' }])
  await shop.setClock(february('03', '13:50'))
  const joined = await as(key, 'POST', join)
  expect([joined.statusCode, joined.json(), joined.headers['cache-control']]).toEqual([
    200,
    { url: 'https://classroom.example/room' },
    'no-store',
  ])
  expect(await count(shop, 'select 1 from known_networks')).toBe(0)
  // Figures of attendance are about students.
  expect(await count(shop, 'select 1 from attendance_evidence')).toBe(0)
  expect(await count(shop, 'select 1 from trial_guests where joined_at is not null')).toBe(1)
  await shop.setClock(february('03', '15:30'))
  const over = await as(key, 'POST', join)
  expect([over.statusCode, over.json()]).toMatchObject([410, { code: 'class_over' }])
})

test('the key opens nothing but its class [SEC-139]', async () => {
  const { shop, take, as, join } = await createShop()
  const key = await take()
  const second = await shop.nth(2)
  await openSeats(shop, second, 3)
  for (const [method, url, status] of [
    ['GET', join, 200],
    ['GET', join.replace('join', 'calendar'), 200],
    ['GET', `/classes/${second.id}/join/`, 404],
    ['POST', `/classes/${second.id}/join/`, 404],
    ['GET', `/classes/${second.id}/calendar/`, 404],
    ['POST', `/classes/${second.id}/trial/release/`, 404],
    ['GET', `/enrolled-courses/${shop.courseId}/`, 401],
    ['GET', '/auth/profile/', 401],
    ['GET', '/staff/leads/', 401],
    ['GET', '/calendar-feed/', 401],
  ] as const) {
    expect((await as(key, method, url)).statusCode, `${method} ${url}`).toBe(status)
  }
  const calendar = await as(key, 'GET', join.replace('join', 'calendar'))
  expect(calendar.body).not.toMatch(new RegExp(`classroom\\.example|${key.replaceAll('.', '\\.')}`))
  for (const wrong of ['', 'x', key.slice(0, -1), key.replace(/^\d+/, '99'), `${key}x`, `${key.slice(0, -2)}AA`]) {
    expect((await as(wrong, 'GET', join)).statusCode, wrong).toBe(401)
  }
  expect((await shop.get(join, key)).statusCode).toBe(401)
  expect(JSON.stringify((await shop.db.query('select * from trial_guests')).rows)).not.toContain(key.split('.')[1])
  expect(JSON.stringify((await shop.db.query('select props from mail_outbox')).rows)).not.toContain(key.split('.')[1])
})

test('the last seat is given once', async () => {
  const { shop, ask, codeOf, confirm } = await createShop(1)
  const people = Array.from({ length: 6 }, (_, number) => ({ name: 'Guest', email: `guest-${number}@example.com` }))
  for (const [number, one] of people.entries()) expect((await ask(one, number)).statusCode).toBe(200)
  const codes = await Promise.all(people.map(({ email }) => codeOf(email)))
  const answers = await Promise.all(people.map((one, number) => confirm(codes[number] ?? '', one)))
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409])
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'no_seat' })
  expect(await count(shop, 'select 1 from trial_guests')).toBe(1)
  expect(await count(shop, `select 1 from leads where kind = 'trial'`)).toBe(1)
  const late = await ask({ name: 'Late', email: 'late@example.com' })
  expect([late.statusCode, late.json()]).toMatchObject([409, { code: 'no_seat' }])
  expect(await shop.mails('late@example.com')).toEqual([])
})

test('the same address has one seat and the same key', async () => {
  const { shop, take, ask, confirm, codeOf } = await createShop(1)
  await ask()
  const code = await codeOf()
  const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(code)))
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 400, 400, 400, 400])
  await shop.call('PATCH', `sessions/${(await shop.nth(1)).id}/trial-seats/`, {
    body: { seats: 2 },
    version: (await shop.nth(1)).version,
  })
  await shop.passTime('2 minutes')
  const key = answers.find(({ statusCode }) => statusCode === 201)?.json<{ key: string }>().key
  expect(await take()).toBe(key)
  expect(await count(shop, 'select 1 from trial_guests')).toBe(1)
  expect(await count(shop, 'select 1 from enquiries')).toBe(1)
})

test('wrong, expired and foreign codes take no seat', async () => {
  const { shop, ask, codeOf, confirm } = await createShop()
  await ask()
  const right = await codeOf()
  const refused = { message: 'Invalid or expired OTP.' }
  expect((await confirm(right === '111111' ? '222222' : '111111')).json()).toMatchObject(refused)
  expect((await confirm(right, { ...guest, email: 'other@example.com' })).statusCode).toBe(400)
  const { email } = newPerson()
  await shop.post('/auth/register/', { ...newPerson(), email, type: 'register' })
  expect((await confirm(await codeOf(email), { ...guest, email })).statusCode).toBe(400)
  await shop.passTime('11 minutes')
  expect((await confirm(right)).json()).toMatchObject(refused)
  expect(await count(shop, 'select 1 from enquiries')).toBe(0)
})

test('the answer is the same for every address', async () => {
  const { shop, ask, confirm } = await createShop(2, 1)
  const known = await ask({ name: 'A', email: 'student-1@example.com' }, 2)
  const unknown = await ask({ name: 'A', email: 'nobody@example.com' }, 3)
  expect([known.statusCode, known.json()]).toEqual([unknown.statusCode, unknown.json()])
  const again = await ask({ name: 'A', email: 'nobody@example.com' }, 3)
  expect([again.statusCode, Number(again.headers['retry-after']) > 0]).toEqual([429, true])
  // Only the proven owner learns that the address belongs to a student of the class.
  const own = await confirm(await codeSentTo(shop, 'student-1@example.com'), { name: 'A', email: 'student-1@example.com' })
  expect([own.statusCode, own.json()]).toMatchObject([409, { code: 'own_class' }])
  expect(await count(shop, 'select 1 from trial_guests')).toBe(0)
})

test('no seat in classes that are closed, begun, cancelled or unpublished', async () => {
  const { shop, path, ask, confirm, codeOf } = await createShop()
  const second = await shop.nth(2)
  const closed = ways(shop, second)
  expect([(await shop.get(closed.path)).statusCode, (await closed.ask()).statusCode]).toEqual([404, 404])
  expect((await ask({ ...guest, role: 'owner' })).statusCode).toBe(400)
  await ask()
  const code = await codeOf()
  await shop.db.query(`update courses set publication = 'draft'`)
  expect([(await shop.get(path)).statusCode, (await confirm(code)).statusCode]).toEqual([404, 404])
  await shop.db.query(`update courses set publication = 'published'`)
  const { session } = (await shop.verb(await shop.nth(1), 'cancel/')).as<{ session: SessionRecord }>()
  expect([(await ask()).json(), (await confirm(code)).json()]).toMatchObject([
    { code: 'class_cancelled' },
    { code: 'class_cancelled' },
  ])
  await shop.verb(session, 'restore/')
  await shop.setClock(february('03', '14:00'))
  expect((await ask()).json()).toMatchObject({ code: 'class_begun' })
  expect((await shop.get(path)).json()).toMatchObject({ state: 'over' })
  expect(await count(shop, 'select 1 from trial_guests')).toBe(0)
})

test('a returned seat is free and its key opens nothing', async () => {
  const { shop, path, take, as, join } = await createShop(1)
  const key = await take()
  expect((await shop.get(path)).json()).toMatchObject({ state: 'full', seats_left: 0 })
  const answers = await Promise.all([1, 2].map(() => as(key, 'POST', `${path}release/`)))
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404])
  await shop.setClock(february('03', '13:50'))
  expect([(await as(key, 'GET', join)).statusCode, (await as(key, 'POST', join)).statusCode]).toEqual([404, 404])
  const other = await take({ ...guest, email: 'other@example.com' })
  expect((await as(other, 'POST', join)).statusCode).toBe(200)
})

test('the course names its next class with a free seat', async () => {
  const { shop, first, take, as, path } = await createShop(1)
  const second = await shop.nth(2)
  await openSeats(shop, second, 1)
  const offered = async () => (await shop.get(`/courses/${shop.courseId}/`)).json<Course>().trial
  expect(await offered()).toEqual({ session_id: first.id, starts_at: first.starts_at })
  const key = await take()
  expect((await offered())?.session_id).toBe(second.id)
  await as(key, 'POST', `${path}release/`)
  expect((await offered())?.session_id).toBe(first.id)
  await shop.setClock(february('03', '14:00'))
  expect((await offered())?.session_id).toBe(second.id)
  await shop.verb(await shop.nth(2), 'cancel/')
  expect(await offered()).toBeNull()
})

test('guests of a cancelled class read why and cannot join', async () => {
  const { shop, take, as, join } = await createShop()
  const key = await take()
  await shop.verb(await shop.nth(1), 'cancel/', { reason: 'The instructor is ill.' })
  await shop.setClock(february('03', '13:50'))
  expect((await as(key, 'GET', join)).json<JoinState>()).toMatchObject({
    state: 'cancelled',
    cancel_reason: 'The instructor is ill.',
  })
  expect((await as(key, 'POST', join)).json()).toMatchObject({ code: 'class_cancelled' })
})
