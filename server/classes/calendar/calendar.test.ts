import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import type { ExportedData } from '#contract/people/accounts.ts'
import { addTeacher } from '#tests/school/add-instructor.ts'
import { cancelBatch } from '#tests/school/change-batch.ts'
import { type ClassShop, createClassShop, february } from '#tests/school/class-shop.ts'
import { countStatements } from '#tests/school/count-statements.ts'
import { endPlaces, movePlace } from '#tests/school/places.ts'
import { addBatch, planBatch } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { addStaff, type StaffMember } from '#tests/school/staff.ts'
import { staffClient } from '#tests/school/staff-client.ts'
import { anonymiseAccount } from '#server/people/accounts/anonymise-account.ts'
import { transaction } from '#server/platform/db/query.ts'

interface Event {
  id: number
  sequence: number
  status: string
  summary: string
  start: string
  end: string
  modified: string
}

const read = (text: string): Event[] =>
  new ICAL.Component(ICAL.parse(text) as []).getAllSubcomponents('vevent').map((one) => {
    const event = new ICAL.Event(one)
    return {
      id: Number(/^class-(\d+)@/.exec(event.uid)?.[1]),
      sequence: event.sequence,
      status: String(one.getFirstPropertyValue('status')),
      summary: event.summary,
      start: event.startDate.toJSDate().toISOString(),
      end: event.endDate.toJSDate().toISOString(),
      modified: String(one.getFirstPropertyValue('last-modified')),
    }
  })

/** Makes the feed of a caller and returns its path. */
async function makeFeed(shop: ClassShop, headers: { authorization: string }): Promise<string> {
  const made = await shop.app.inject({ method: 'POST', url: '/api/calendar-feed/', headers })
  expect(made.statusCode).toBe(201)
  return new URL(made.json<{ url: string }>().url).pathname
}
const ask = (shop: ClassShop, url: string, headers: { authorization?: string; 'if-none-match'?: string } = {}) =>
  shop.app.inject({ url, headers })
const feed = async (shop: ClassShop, path: string) => read((await ask(shop, path)).body)
const statuses = async (shop: ClassShop, path: string) => (await feed(shop, path)).map(({ status }) => status).join(' ')
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** A batch with one student, who has a feed. */
async function createShop() {
  const shop = await createClassShop()
  const mine = await signIn(shop)
  await shop.enrolUser(mine.user.id)
  const path = await makeFeed(shop, bearer(mine.access))
  return { shop, mine, path, headers: bearer(mine.access) }
}

test('a feed has the classes of active enrolments', async () => {
  const { shop, path } = await createShop()
  const sessions = await shop.classes()
  const [first] = sessions
  const events = await feed(shop, path)
  expect(events.map(({ id }) => id)).toEqual(sessions.map(({ id }) => id))
  expect(events[0]).toMatchObject({
    id: first?.id,
    sequence: first?.sequence,
    status: 'CONFIRMED',
    summary: 'Testing in Practice: class 1',
    start: '2031-02-03T14:00:00.000Z',
    end: '2031-02-03T15:30:00.000Z',
  })
  const text = (await ask(shop, path)).body
  const { host } = new URL(shop.deps.config.publicUrl)
  expect(text).toContain(`UID:class-${first?.id}@${host}\r\n`)
  expect(text).toContain('DTSTART;TZID=Asia/Kolkata:20310203T193000\r\n')
  expect(text).not.toContain('classroom.example')
})

test('a feed without classes is an empty calendar', async () => {
  const shop = await createClassShop()
  const path = await makeFeed(shop, bearer((await signIn(shop)).access))
  const answer = await ask(shop, path)
  expect([answer.statusCode, read(answer.body)]).toEqual([200, []])
})

test('the answer of a feed is private and not indexed', async () => {
  const { shop, path } = await createShop()
  const { headers } = await ask(shop, path)
  expect(headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, no-cache',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
  })
  expect(headers['set-cookie']).toBeUndefined()
})

test('every change raises the sequence under one UID', async () => {
  const { shop, path } = await createShop()
  const { id, sequence } = await shop.nth(4)
  const find = async () => (await feed(shop, path)).find((one) => one.id === id)
  const current = async () => (await shop.classes()).find((one) => one.id === id) ?? expect.fail('the class is gone')
  const change = async (name: string, body?: object) => {
    const outcome = await shop.verb(await current(), name, body)
    expect(outcome.status).toBe(200)
    const event = await find()
    expect(event?.sequence).toBe((await current()).sequence)
    return event
  }
  expect(await find()).toMatchObject({ sequence })
  expect(await change('move/', { starts_at: february('11', '10:00'), minutes: 60 })).toMatchObject({
    sequence: sequence + 1,
    start: '2031-02-11T10:00:00.000Z',
    end: '2031-02-11T11:00:00.000Z',
  })
  expect(await change('cancel/')).toMatchObject({
    sequence: sequence + 2,
    status: 'CANCELLED',
    summary: 'Cancelled: Testing in Practice: class',
  })
  expect(await change('restore/')).toMatchObject({ sequence: sequence + 3, status: 'CONFIRMED' })
  const other = await addTeacher(shop, 'Tara')
  const given = await change('substitute/', { instructor_id: other.instructorId })
  expect(given).toMatchObject({ sequence: sequence + 4, status: 'CONFIRMED' })
  const { version } = await current()
  await shop.call('PATCH', `sessions/${id}/`, { body: { topic: 'Locks' }, version })
  expect(await find()).toMatchObject({ sequence: sequence + 5, summary: 'Testing in Practice: Locks' })
})

test('a cancelled class leaves the feed after 30 days', async () => {
  const { shop, path } = await createShop()
  const { id, ends_at } = await shop.nth(2)
  await shop.verb(await shop.nth(2), 'cancel/')
  const end = Date.parse(ends_at) + 30 * 86_400_000
  for (const [offset, expected] of [
    [-5000, 'CANCELLED'],
    [1000, undefined],
  ] as const) {
    await shop.setClock(new Date(end + offset).toISOString())
    const events = await feed(shop, path)
    expect(events.find((one) => one.id === id)?.status).toBe(expected)
    expect(events.filter(({ status }) => status === 'CONFIRMED')).toHaveLength(5)
  }
})

test('a cancelled batch cancels the classes after that', async () => {
  const { shop, path } = await createShop()
  await shop.setClock(february('06'))
  const before = await feed(shop, path)
  await cancelBatch(shop, shop.batchId)
  const after = await feed(shop, path)
  expect(await statuses(shop, path)).toBe('CONFIRMED CONFIRMED CANCELLED CANCELLED CANCELLED CANCELLED')
  expect(after.map(({ sequence }, index) => sequence - (before[index]?.sequence ?? 0))).toEqual([0, 0, 1, 1, 1, 1])
})

test('a student who leaves sees the classes ahead as cancelled', async () => {
  const { shop, mine, path, headers } = await createShop()
  await shop.setClock(february('06'))
  const third = await shop.nth(3)
  await shop.call('PATCH', `sessions/${third.id}/`, { body: { topic: 'Locks' }, version: third.version })
  await endPlaces(shop.db, mine.user.id)
  await shop.setClock(february('06', '15:00'))
  await shop.call('POST', `batches/${shop.batchId}/make-up/`, { body: { starts_at: february('16'), minutes: 90 } })
  // Rows have the time of the machine, which no test moves.
  await shop.db.query(`update class_sessions set created_at = app_now() where starts_at > '2031-02-15'`)
  const left = await feed(shop, path)
  // Neither classes of the past nor those that were added later.
  expect(left.map(({ status, start }) => [status, start.slice(8, 10)])).toEqual(
    ['07', '10', '12', '14'].map((day) => ['CANCELLED', day]),
  )
  expect(left[0]).toMatchObject({
    id: third.id,
    sequence: third.sequence + 2,
    summary: 'Cancelled: Testing in Practice: class 3',
  })
  expect((await ask(shop, path)).body).not.toMatch(/Locks|\/join\//)
  expect((await ask(shop, `/api/classes/${third.id}/calendar/`, headers)).statusCode).toBe(404)
  await shop.enrolUser(mine.user.id)
  expect((await feed(shop, path)).find(({ id }) => id === third.id)).toMatchObject({
    status: 'CONFIRMED',
    sequence: third.sequence + 2,
  })
  expect(read((await ask(shop, `/api/classes/${third.id}/calendar/`, headers)).body)).toMatchObject([
    { sequence: third.sequence + 2 },
  ])
})

test('a transfer cancels the former batch and shows the new one', async () => {
  const { shop, mine, path } = await createShop()
  const other = await addBatch(shop.db, shop.courseId, {})
  await movePlace(shop.db, mine.user.id, other)
  const { rows } = await shop.db.query<{ id: number }>('select id from class_sessions where batch_id = $1', [other])
  const events = await feed(shop, path)
  const confirmed = events.filter(({ status }) => status === 'CONFIRMED').map(({ id }) => id)
  expect(confirmed.toSorted((a, b) => a - b)).toEqual(rows.map(({ id }) => id).toSorted((a, b) => a - b))
  expect(events.filter(({ status }) => status === 'CANCELLED')).toHaveLength(6)
  await shop.setClock('2031-03-20T00:00:00Z')
  expect((await feed(shop, path)).map(({ status }) => status)).not.toContain('CANCELLED')
})

test('an instructor sees taught classes, a substitute only that one', async () => {
  const { shop } = await createShop()
  const other = await addTeacher(shop, 'Tara')
  const second = await shop.nth(2)
  const mine = await makeFeed(shop, shop.asStaff('instructor', shop.instructor))
  const theirs = await makeFeed(shop, shop.asStaff('instructor', other))
  expect(await statuses(shop, mine)).toBe(Array(6).fill('CONFIRMED').join(' '))
  expect(await feed(shop, theirs)).toEqual([])
  await shop.verb(second, 'substitute/', { instructor_id: other.instructorId })
  expect(await statuses(shop, mine)).toBe('CONFIRMED CANCELLED CONFIRMED CONFIRMED CONFIRMED CONFIRMED')
  expect(await feed(shop, theirs)).toMatchObject([{ id: second.id, sequence: second.sequence + 1, status: 'CONFIRMED' }])
  await shop.setClock('2032-02-12T00:00:00Z')
  // The classes of the year before that are gone.
  expect((await feed(shop, mine)).map(({ start }) => start.slice(0, 10))).toEqual(['2031-02-12', '2031-02-14'])
})

test('instructors join in the console, students on the site', async () => {
  const { shop, path, headers } = await createShop()
  const { id } = await shop.nth(1)
  const staff = shop.asStaff('instructor', shop.instructor)
  const [ofStudent, ofInstructor] = [await ask(shop, path), await ask(shop, await makeFeed(shop, staff))]
  const file = (given: { authorization: string }) => ask(shop, `/api/classes/${id}/calendar/`, given)
  const address = /URL[^:]*:https?:\/\/[^/]+(\/\S+)/.exec.bind(/URL[^:]*:https?:\/\/[^/]+(\/\S+)/)
  expect([ofStudent, await file(headers)].map(({ body }) => address(body)?.[1])).toEqual([`/join/${id}`, `/join/${id}`])
  expect([ofInstructor, await file(staff)].map(({ body }) => address(body)?.[1])).toEqual([
    `/console/join/${id}`,
    `/console/join/${id}`,
  ])
  expect(ofInstructor.body).not.toMatch(/[^e]\/join\//)
})

test('what an instructor writes changes the text, not the sequence', async () => {
  const { shop, path } = await createShop()
  const before = await ask(shop, path)
  const { id, version } = await shop.nth(1)
  const staff = staffClient(shop, 'instructor', shop.instructor)
  await staff('PATCH', `own-classes/${id}/`, { body: { prepare: 'Read chapter 1.' }, version })
  const after = await ask(shop, path)
  expect([
    after.headers.etag === before.headers.etag,
    after.body.replaceAll('\r\n ', '').includes('Prepare: Read chapter 1.'),
  ]).toEqual([false, true])
  expect(read(after.body).map(({ sequence }) => sequence)).toEqual(read(before.body).map(({ sequence }) => sequence))
})

test('staff who teach nothing have no feed', async () => {
  const { shop } = await createShop()
  const { authorization } = shop.asStaff('finance', await addStaff(shop, 'finance'))
  const calls = { GET: 200, POST: 404, DELETE: 404 } as const
  for (const [method, status] of Object.entries(calls)) {
    const answer = await shop.app.inject({
      method: method as keyof typeof calls,
      url: '/api/calendar-feed/',
      headers: { authorization },
    })
    expect(answer.statusCode).toBe(status)
    if (method === 'GET') expect(answer.json()).toEqual({ available: false, feed: null })
  }
})

test('an instructor who loses account or role loses the feed', async () => {
  const { shop } = await createShop()
  const path = await makeFeed(shop, shop.asStaff('instructor', shop.instructor))
  const answers: number[] = []
  for (const change of [
    'update staff set disabled_at = app_now() where id = $1',
    'update staff set disabled_at = null where id = $1',
    'update instructors set staff_id = null where staff_id = $1',
  ]) {
    await shop.db.query(change, [shop.instructor.id])
    answers.push((await ask(shop, path)).statusCode)
  }
  expect(answers).toEqual([404, 200, 404])
})

test('every address without a feed gets one answer [SEC-031]', async () => {
  const { shop, mine, path } = await createShop()
  const secret = path.slice('/calendar/'.length, -'.ics'.length)
  const none = await ask(shop, `/calendar/${'A'.repeat(43)}.ics`)
  expect([none.statusCode, none.body, none.headers['x-robots-tag'], none.headers['cache-control']]).toEqual([
    404,
    '',
    'noindex',
    'no-store',
  ])
  const comparable = ({ statusCode, body, headers }: Awaited<ReturnType<typeof ask>>) => {
    const { 'x-request-id': _id, date: _date, ...others } = headers
    return { statusCode, body, others }
  }
  const wrong = [
    'x',
    secret,
    `${secret}.ICS`,
    `${secret}.ics.ics`,
    `${secret}x.ics`,
    `${secret.slice(1)}.ics`,
    `a/${secret}.ics`,
    '%00.ics',
    'x'.repeat(1500),
  ]
  for (const file of wrong) expect(comparable(await ask(shop, `/calendar/${file}`)), file).toEqual(comparable(none))
  await shop.db.query('update users set disabled_at = app_now() where id = $1', [mine.user.id])
  expect(comparable(await ask(shop, path))).toEqual(comparable(none))
})

test('a new address ends the former, and revoking ends it', async () => {
  const { shop, path, headers } = await createShop()
  const state = async () => (await ask(shop, '/api/calendar-feed/', headers)).json<{ available: boolean; feed: object | null }>()
  expect(await state()).toMatchObject({ available: true, feed: { last_read_at: null } })
  await ask(shop, path)
  expect(await state()).not.toMatchObject({ feed: { last_read_at: null } })
  const next = await makeFeed(shop, headers)
  expect(await state()).toMatchObject({ feed: { last_read_at: null } })
  expect([(await ask(shop, path)).statusCode, (await ask(shop, next)).statusCode]).toEqual([404, 200])
  const revoke = () => shop.app.inject({ method: 'DELETE', url: '/api/calendar-feed/', headers })
  expect([(await revoke()).statusCode, (await revoke()).statusCode]).toEqual([200, 404])
  expect([(await ask(shop, next)).statusCode, await state()]).toEqual([404, { available: true, feed: null }])
})

test('of two addresses made at once only one works', async () => {
  const { shop, headers } = await createShop()
  const paths = await Promise.all([1, 2, 3, 4].map(() => makeFeed(shop, headers)))
  const answers = await Promise.all(paths.map(async (path) => (await ask(shop, path)).statusCode))
  expect(answers.toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404])
})

test('the ETag changes with the classes, not with the clock', async () => {
  const { shop, path } = await createShop()
  const first = await ask(shop, path)
  const etag = String(first.headers.etag)
  await shop.setClock('2031-02-04T06:00:00Z')
  for (const tag of [etag, `W/${etag}`, `"x", ${etag}`]) {
    const again = await ask(shop, path, { 'if-none-match': tag })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
  }
  expect((await ask(shop, path)).body).toBe(first.body)
  await shop.verb(await shop.nth(4), 'cancel/')
  const changed = await ask(shop, path, { 'if-none-match': etag })
  expect([changed.statusCode, changed.headers.etag === etag]).toEqual([200, false])
})

test('the time of reading is stored every ten minutes', async () => {
  const { shop, path } = await createShop()
  const times = new Set<string>()
  for (const moment of ['06:00', '06:09', '06:11']) {
    await shop.setClock(`2031-02-01T${moment}:00Z`)
    await ask(shop, path)
    const { rows } = await shop.db.query<{ at: string }>('select last_read_at::text as at from calendar_feeds')
    times.add(rows[0]?.at.slice(11, 16) ?? '')
  }
  expect(times.size).toBe(2)
})

test('the secret is neither stored, logged nor audited', async () => {
  const { shop, path } = await createShop()
  const staffPath = await makeFeed(shop, shop.asStaff('instructor', shop.instructor))
  const { rows: audited } = await shop.db.query<{ changes: Record<string, unknown> }>(
    `select changes from audit_log where table_name = 'calendar_feeds'`,
  )
  expect(audited).toMatchObject([{ changes: { token_hash: { after: 'masked' } } }])
  const { rows: stored } = await shop.db.query('select to_jsonb(f)::text as text from calendar_feeds f')
  shop.deps.log.error({ url: path }, `GET ${path}`)
  const texts = [JSON.stringify(audited), JSON.stringify(stored), ...shop.logged].join('\n')
  for (const one of [path, staffPath]) expect(texts).not.toContain(one.slice('/calendar/'.length, -'.ics'.length))
  expect(texts).toContain('[token]')
})

test('one class is the same event as in the feed', async () => {
  const { shop, path, headers } = await createShop()
  const session = await shop.nth(3)
  await shop.verb(session, 'move/', { starts_at: february('08'), minutes: 90 })
  const file = await ask(shop, `/api/classes/${session.id}/calendar/`, headers)
  expect([file.statusCode, file.headers['content-type'], file.headers['content-disposition']]).toEqual([
    200,
    'text/calendar; charset=utf-8',
    `attachment; filename="class-${session.id}.ics"`,
  ])
  expect(read(file.body)).toEqual((await feed(shop, path)).filter(({ id }) => id === session.id))
  const block = /BEGIN:VEVENT[^]*END:VEVENT/.exec(file.body)?.[0] ?? ''
  expect((await ask(shop, path)).body).toContain(block)
})

test('only those who may join get the file of a class [SEC-031]', async () => {
  const { shop, headers } = await createShop()
  const stranger = bearer((await signIn(shop)).access)
  const { id } = await shop.nth(1)
  const url = `/api/classes/${id}/calendar/`
  const staff = (role: 'owner' | 'finance', member: StaffMember) => shop.asStaff(role, member)
  const answers = await Promise.all([
    ask(shop, url),
    ask(shop, url, stranger),
    ask(shop, '/api/classes/999999/calendar/', headers),
    ask(shop, '/api/classes/x/calendar/', headers),
    ask(shop, url, staff('finance', await addStaff(shop, 'finance'))),
    ask(shop, url, staff('owner', await addStaff(shop, 'owner'))),
    ask(shop, url, shop.asStaff('instructor', shop.instructor)),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 404, 404, 400, 404, 200, 200])
  for (const { body } of answers.slice(0, 5)) expect(body).not.toMatch(/VEVENT|Testing in Practice/)
})

test('three hundred classes are read in one statement', async () => {
  const { shop, path } = await createShop()
  await planBatch(shop.db, shop.batchId, { weekdays: [1, 2, 3, 4, 5, 6, 7], class_count: 300, last_day: null })
  await ask(shop, path)
  const began = performance.now()
  // The classes, and the name of the school.
  expect(await countStatements(shop, () => ask(shop, path))).toBe(2)
  expect(performance.now() - began).toBeLessThan(2000)
  expect(await feed(shop, path)).toHaveLength(300)
})

test('an erased account has no feed, and an export names it', async () => {
  const { shop, mine, path } = await createShop()
  const { parts } = (await shop.get('/auth/export/', mine.access)).json<ExportedData>()
  expect(parts['calendar_feed']).toMatchObject([{ last_read_at: null }])
  await transaction(shop.deps.db, (tx) => anonymiseAccount(shop.deps, tx, mine.user.id))
  expect((await ask(shop, path)).statusCode).toBe(404)
  expect((await shop.db.query('select 1 from calendar_feeds')).rowCount).toBe(0)
})
