import pg from 'pg'
import { expect, test, vi } from 'vitest'
import type { Audience, Delivery, MessageRecord, RecipientRecord } from '#contract/messaging/staff/messages.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { addStaff } from '#tests/school/staff.ts'
import { staffClient } from '#tests/school/staff-client.ts'
import { signInLongAgo } from '#tests/school/change-profile.ts'
import { codeSentTo } from '#tests/school/sign-in.ts'

const words = { subject: 'No class on Friday', body: 'Friday is a holiday.\n\nPlease read https://school.example/holidays.' }

/** A batch with students, and a draft for them. */
async function drafted(students = 3) {
  const shop = await createTestApp()
  const { batchId } = await sellCourse(shop.db)
  await enrolMany(shop, batchId, students)
  const member = await addStaff(shop, 'support')
  const call = staffClient(shop, 'support', member)
  const made = (await call('POST', 'messages/', { body: { batch_id: batchId, ...words } })).as<MessageRecord>()
  const read = async () => (await call('GET', `messages/${made.id}/`)).as<MessageRecord>()
  const audience = async () => (await call('GET', `messages/${made.id}/audience/`)).as<Audience>()
  const delivery = async () => (await call('GET', `messages/${made.id}/delivery/`)).as<Delivery>()
  const send = ({ count, hash }: Audience, version = made.version) =>
    call('POST', `messages/${made.id}/send/`, { body: { recipients: count, hash }, version })
  const recipients = async (query = '') =>
    (await call('GET', `message-recipients/?message=${made.id}${query}`)).as<{ items: RecipientRecord[]; total: number }>()
  return { shop, batchId, member, call, made, read, audience, delivery, send, recipients }
}

async function enrolMany(shop: TestApp, batchId: number, count: number, prefix = 'student'): Promise<void> {
  await shop.db.query(
    `with made as (
       insert into users (email, full_name, verified_at)
       select $3 || '-' || n || '@example.com', 'Student ' || chr(64 + (n - 1) % 26 + 1), app_now() from generate_series(1, $2::int) n returning id)
     insert into enrolments (user_id, batch_id, created_at) select id, $1, app_now() from made`,
    [batchId, count, prefix],
  )
}

const outbox = async (shop: TestApp) =>
  (await shop.db.query<{ to_address: string; cause: string }>(`select to_address, cause from mail_outbox order by id`)).rows

test('a message is sent once to the students that were counted', async () => {
  const { shop, made, audience, send, read, call, delivery, recipients } = await drafted()
  expect(made).toMatchObject({ state: 'draft', ...words, recipients: null, sent_at: null })
  const seen = await audience()
  expect(seen).toMatchObject({ count: 3, left_out: 0 })
  const answers = await Promise.all([send(seen), send(seen), send(seen)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect(await read()).toMatchObject({ state: 'sending', recipients: 3, version: made.version + 1 })
  expect(await outbox(shop)).toHaveLength(3)
  expect(await delivery()).toEqual({ total: 3, queued: 3, sent: 0, bouncing: 0, failed: 0, gone: 0 })
  const [mail] = await shop.mails('student-1@example.com')
  expect(mail).toMatchObject({ subject: words.subject })
  expect(mail?.text).toContain('Hello Student,')
  expect(mail?.text.replaceAll('\n', ' ')).toContain('as a student of Testing in Practice, batch Weekday evening')
  expect(mail?.html).toContain('href="https://school.example/holidays"')
  expect(await shop.mails()).toHaveLength(3)
  expect(await read()).toMatchObject({ state: 'sent' })
  expect(await delivery()).toMatchObject({ sent: 3, queued: 0 })
  expect((await recipients('&state=sent')).total).toBe(3)
  expect((await recipients('&state=failed')).total).toBe(0)
  const { rows } = await shop.db.query(
    `select operation, changes from audit_log where table_name = 'messages' and operation = 'update'`,
  )
  expect(rows).toHaveLength(1)
  expect((await call('GET', 'messages/?state=sent')).as<{ total: number }>().total).toBe(1)
})

test('a changed set of students is refused with its number', async () => {
  const { shop, batchId, audience, send, read } = await drafted()
  const seen = await audience()
  await enrolMany(shop, batchId, 1, 'late')
  const refused = await send(seen)
  expect(refused.status).toBe(409)
  expect(refused.as()).toMatchObject({ code: 'recipients_changed', current: { count: 4 } })
  expect(refused.error['message']).toContain('4 would get the message now')
  expect(await outbox(shop)).toEqual([])
  expect((await shop.db.query('select 1 from message_recipients')).rowCount).toBe(0)
  expect(await read()).toMatchObject({ state: 'draft' })
  expect((await send(await audience())).status).toBe(200)
})

test('another student in place of one is another set', async () => {
  const { shop, batchId, audience, send } = await drafted()
  const seen = await audience()
  await enrolMany(shop, batchId, 1, 'late')
  await shop.db.query('update enrolments set ended_at = app_now() where id = (select min(id) from enrolments)')
  const now = await audience()
  expect(now.count).toBe(seen.count)
  expect(now.hash).not.toBe(seen.hash)
  expect((await send(seen)).error.code).toBe('recipients_changed')
})

test('who enrols later gets nothing', async () => {
  const { shop, batchId, audience, send } = await drafted()
  await send(await audience())
  await enrolMany(shop, batchId, 1, 'late')
  const sent = (await shop.mails()).map(({ to }) => to)
  expect(sent.toSorted()).toEqual(['student-1@example.com', 'student-2@example.com', 'student-3@example.com'])
})

test('disabled accounts and ended enrolments get no mail', async () => {
  const { shop, audience, send } = await drafted(5)
  await shop.db.query(`update users set disabled_at = app_now() where email = 'student-1@example.com'`)
  await shop.db.query(
    `update enrolments set ended_at = app_now() where user_id = (select id from users where email = 'student-2@example.com')`,
  )
  const seen = await audience()
  expect(seen).toMatchObject({ count: 3, left_out: 1 })
  await send(seen)
  expect((await outbox(shop)).map(({ to_address }) => to_address).toSorted()).toEqual(
    [3, 4, 5].map((n) => `student-${n}@example.com`),
  )
})

test('a student who is erased before the delivery gets no mail', async () => {
  const { shop, batchId, audience, send, delivery, recipients, read } = await drafted(2)
  const { access, person } = await signInLongAgo(shop)
  await shop.db.query(
    'insert into enrolments (user_id, batch_id, created_at) select id, $2, app_now() from users where email = $1',
    [person.email, batchId],
  )
  await shop.post('/auth/erase/', undefined, access)
  const otp = await codeSentTo(shop, person.email)
  await send(await audience())
  expect((await shop.post('/auth/erase-verify/', { confirm: 'ERASE', otp }, access)).statusCode).toBe(200)
  const sent = await shop.mails()
  expect(sent.filter(({ subject }) => subject === words.subject).map(({ to }) => to)).not.toContain(person.email)
  expect(await delivery()).toEqual({ total: 3, queued: 0, sent: 2, bouncing: 0, failed: 0, gone: 1 })
  expect(JSON.stringify(await recipients())).not.toContain(person.email)
  expect(await read()).toMatchObject({ state: 'sent', recipients: 3 })
})

test('a sent message never changes', async () => {
  const { shop, made, audience, send, call, read } = await drafted()
  await send(await audience())
  const { version } = await read()
  const changed = await call('PATCH', `messages/${made.id}/`, { body: { subject: 'Other' }, version })
  expect([changed.status, changed.error.code]).toEqual([409, 'sent'])
  expect((await call('POST', `messages/${made.id}/remove/`, { version })).error.code).toBe('sent')
  expect((await send(await audience(), version)).error.code).toBe('sent')
  await expect(shop.db.query(`update messages set body = 'x'`)).rejects.toThrow(/is sent/)
  await expect(shop.db.query('delete from messages')).rejects.toThrow(/is sent/)
  expect(await read()).toMatchObject({ ...words, version })
})

test('drafts are changed by version and removed', async () => {
  const { made, call, send, audience } = await drafted()
  const change = (body: object, version: number) => call('PATCH', `messages/${made.id}/`, { body, version })
  const changed = (await change({ body: 'Later.' }, made.version)).as<MessageRecord>()
  expect(changed).toMatchObject({ body: 'Later.', version: made.version + 1 })
  expect((await change({ body: 'Other.' }, made.version)).status).toBe(412)
  expect((await send(await audience(), made.version)).status).toBe(412)
  expect((await call('POST', `messages/${made.id}/remove/`, { version: changed.version })).status).toBe(200)
  expect((await call('GET', `messages/${made.id}/`)).status).toBe(404)
  expect((await call('GET', `messages/${made.id}/audience/`)).status).toBe(404)
})

test('a batch without students gets no message', async () => {
  const { audience, send } = await drafted(0)
  const seen = await audience()
  expect(seen.count).toBe(0)
  expect((await send(seen)).error.code).toBe('no_recipients')
})

test('failed mails are sent again to the present address', async () => {
  const { shop, made, audience, send, delivery, read, call, recipients } = await drafted()
  await send(await audience())
  const retry = async () => call('POST', `messages/${made.id}/retry/`, { version: (await read()).version })
  expect((await retry()).error.code).toBe('nothing_failed')
  await shop.db.query(
    `update mail_outbox set attempts = 4, last_error = '421 later', given_up_at = app_now()
     where to_address = 'student-1@example.com'`,
  )
  await shop.db.query(
    `update mail_outbox set attempts = 1, last_error = '550 no such user', given_up_at = app_now(), bounced_at = app_now()
     where to_address = 'student-2@example.com'`,
  )
  expect(await delivery()).toEqual({ total: 3, queued: 1, sent: 0, bouncing: 1, failed: 1, gone: 0 })
  expect((await recipients('&state=failed')).items).toMatchObject([{ email: 'student-1@example.com', error: '421 later' }])
  await shop.mails()
  expect(await read()).toMatchObject({ state: 'undelivered' })
  await shop.db.query(`update users set email = 'right@example.com' where email = 'student-1@example.com'`)
  const version = (await read()).version
  const answers = await Promise.all([1, 2].map(() => call('POST', `messages/${made.id}/retry/`, { version })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
  expect(await delivery()).toMatchObject({ queued: 2, bouncing: 0, failed: 0 })
  expect(await shop.mails('right@example.com')).toHaveLength(1)
  expect(await delivery()).toMatchObject({ sent: 3 })
})

test('a waiting message is not sent to a student who left', async () => {
  const { shop, made, audience, send, delivery, read, call } = await drafted()
  await send(await audience())
  await shop.db.query(
    `update enrolments set ended_at = app_now() where user_id = (select id from users where email = 'student-1@example.com')`,
  )
  expect((await shop.mails()).map(({ to }) => to).toSorted()).toEqual(['student-2@example.com', 'student-3@example.com'])
  expect(await delivery()).toEqual({ total: 3, queued: 0, sent: 2, bouncing: 0, failed: 0, gone: 1 })
  const { state, version } = await read()
  expect(state).toBe('sent')
  expect((await call('POST', `messages/${made.id}/retry/`, { version })).error.code).toBe('nothing_failed')
})

test('a mail is given up after two days', async () => {
  const { shop, audience, send, delivery } = await drafted(1)
  await send(await audience())
  await shop.passTime('49 hours')
  expect(await shop.mails()).toEqual([])
  expect(await delivery()).toMatchObject({ failed: 1 })
})

test('a code does not wait behind a message', async () => {
  const { shop, audience, send } = await drafted(40)
  await send(await audience())
  await shop.post('/auth/login/', { email: 'student-1@example.com' })
  const { rows } = await shop.db.query<{ name: string }>(
    `select distinct name from pgboss.job where name like 'deliver-%' and data ->> 'id' in (
       select id::text from mail_outbox where template = 'sign-in-code')`,
  )
  expect(rows).toEqual([{ name: 'deliver-codes' }])
  const message = await shop.db.query(`select 1 from pgboss.job where name = 'deliver-batch-mails'`)
  expect(message.rowCount).toBe(40)
})

/** Whether a statement counts calls for a limit. A process sends one again when a minute begins. */
const countsCalls = (sent: unknown) =>
  typeof sent === 'object' && sent !== null && 'text' in sent && String(sent.text).includes('limit_counters')

test('five thousand students take as many statements as five', async () => {
  const countOf = async (students: number) => {
    const { shop, audience, send, delivery } = await drafted(students)
    const seen = await audience()
    const query = vi.spyOn(pg.Client.prototype, 'query')
    expect((await send(seen)).status).toBe(200)
    const statements = query.mock.calls.filter(([sent]) => !countsCalls(sent)).length
    query.mockRestore()
    expect(await delivery()).toMatchObject({ total: students, queued: students })
    const jobs = await shop.db.query(`select 1 from pgboss.job where name = 'deliver-batch-mails' and state = 'created'`)
    expect(jobs.rowCount).toBe(students)
    return statements
  }
  const few = await countOf(5)
  expect(few).toBeLessThan(25)
  expect(await countOf(5000)).toBeLessThanOrEqual(few)
})

test('preview and test show the mail to its author alone', async () => {
  const { shop, batchId, member, call } = await drafted()
  const body = { batch_id: batchId, subject: 'Hi <b>', body: '<script>alert(1)</script>\n\nSee https://a.example/x.' }
  const preview = (await call('POST', 'messages/preview/', { body })).as<{ subject: string; html: string; text: string }>()
  expect(preview.subject).toBe('Hi <b>')
  expect(preview.html).not.toContain('<script')
  expect(preview.html).toContain('href="https://a.example/x"')
  expect((await call('POST', 'messages/test/', { body })).as()).toEqual({ email: member.email })
  const sent = await shop.mails()
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([[member.email, 'Test: Hi <b>']])
  expect(sent[0]?.text.replace('Test: ', '')).toBe(preview.text)
  expect((await call('POST', 'messages/preview/', { body: { ...body, batch_id: 999_999 } })).status).toBe(404)
})

test('a repeated draft is one draft until it is sent', async () => {
  const { call, batchId, made, audience, send } = await drafted(1)
  const write = async (given = {}) =>
    (await call('POST', 'messages/', { body: { batch_id: batchId, ...words, ...given } })).as<MessageRecord>().id
  expect(await Promise.all([write(), write()])).toEqual([made.id, made.id])
  expect(await write({ subject: 'Another' })).not.toBe(made.id)
  await send(await audience())
  expect(await write()).not.toBe(made.id)
})

test.each([
  { subject: '' },
  { subject: 'a\r\nBcc: all@example.org' },
  { subject: 'x'.repeat(151) },
  { body: ' \u200b ' },
  { body: 'x'.repeat(10_001) },
  { body: '\u202eevil' },
  { batch_id: 0 },
  { sent_at: '2026-01-01T00:00:00Z' },
  { recipients: 5 },
])('refuses the draft %o', async (given) => {
  const { call, batchId } = await drafted(0)
  expect((await call('POST', 'messages/', { body: { batch_id: batchId, ...words, ...given } })).status).toBe(400)
  expect((await call('GET', 'messages/')).as<{ total: number }>().total).toBe(1)
})

test.each(['', 'export/'])('mails in a state are listed for one message only: %s', async (path) => {
  const { call, made } = await drafted(0)
  const answer = await call('GET', `message-recipients/${path}?state=failed`)
  expect([answer.status, answer.error.message]).toEqual([400, 'Please give the message too.'])
  expect((await call('GET', `message-recipients/?state=failed&message=${made.id}`)).status).toBe(200)
})

test.each(['content', 'finance'] as const)('the role %s sends no messages', async (role) => {
  const { shop, batchId, made } = await drafted(0)
  const call = staffClient(shop, role)
  expect((await call('GET', 'messages/')).status).toBe(403)
  expect((await call('GET', 'message-recipients/')).status).toBe(403)
  expect((await call('POST', 'messages/', { body: { batch_id: batchId, ...words } })).status).toBe(403)
  expect((await call('POST', `messages/${made.id}/send/`, { body: {}, version: 1 })).status).toBe(403)
})
