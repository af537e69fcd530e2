import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import type { Profile } from '#contract/people/accounts.ts'
import type { LeadRecord, ThreadEntry } from '#contract/desk/staff/leads.ts'
import type { StudentFile, StudentRecord } from '#contract/desk/staff/students.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { newPerson, signIn } from '#tests/school/sign-in.ts'
import { addStaff } from '#tests/school/staff.ts'
import { staffClient } from '#tests/school/staff-client.ts'
import { system } from '#server/platform/auth/principal.ts'
import { queueMail } from './queue-mail.ts'
import { deliverMail } from './deliver-mail.ts'
import { smtpMailer } from './smtp.ts'

type Step = 'connect' | 'from' | 'rcpt' | 'data'

/** A mail server that answers a step with a code, and the application that sends through it. */
async function openMailServer(shop: TestApp) {
  const answers: { [step in Step]?: string } = {}
  const received: string[] = []
  const tries: string[] = []
  const answer = (step: Step) => {
    const [code = '', ...text] = (answers[step] ?? '').split(' ')
    return code ? Object.assign(new Error(text.join(' ')), { responseCode: Number(code) }) : null
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onConnect: (_session, done) => done(answer('connect')),
    onMailFrom: (_address, _session, done) => done(answer('from')),
    onRcptTo({ address }, _session, done) {
      tries.push(address)
      done(answer('rcpt'))
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const refused = answer('data')
        if (!refused) received.push(session.envelope.rcptTo[0]?.address ?? '')
        done(refused)
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const own = shop.deps.mailer
  const mailer = smtpMailer({
    url: `smtp://127.0.0.1:${port}`,
    from: 'Karyashala <hello@karyashala.example>',
    requireTls: false,
    connections: 20,
  })
  shop.deps.mailer = mailer
  onTestFinished(async () => {
    shop.deps.mailer = own
    mailer.close()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
  return { answers, received, tries }
}

/** Delivers what waits. A mail that failed stays. */
async function deliver(shop: TestApp): Promise<void> {
  const { rows } = await shop.db.query<{ id: number }>(
    `select id from mail_outbox where sent_at is null and given_up_at is null order by id`,
  )
  for (const { id } of rows) await deliverMail(shop.deps, system, { id }).catch(() => undefined)
}
const queueNews = (shop: TestApp, to: string) =>
  queueMail(shop.deps, shop.deps.db, {
    template: 'change-asked',
    to,
    props: { name: 'Asha', newEmail: 'a•••@example.com', profileUrl: 'https://school.example/profile' },
  })
const stateOf = async (shop: TestApp) =>
  (
    await shop.db.query<{ state: string }>(
      `select case when sent_at is not null then 'sent' when bounced_at is not null then 'bouncing'
         when given_up_at is not null then 'given up' else 'waiting' end as state from mail_outbox order by id`,
    )
  ).rows.map(({ state }) => state)
const marks = async (shop: TestApp) => (await shop.db.query('select address, reply from bouncing_addresses')).rows

test.each([
  ['550 5.1.1 No such user', true],
  ['550 No such user', true],
  ['551 User not local', true],
  ['553 Mailbox name not allowed', true],
  ['552 5.2.2 Mailbox full', true],
  ['450 4.2.1 Mailbox busy', false],
  ['421 Try later', false],
  ['550 5.7.1 Client host blocked using a list', false],
  ['554 5.7.1 Relay access denied', false],
  ['530 Authentication required', false],
])('a recipient answered %s is bouncing: %s', async (reply, bounces) => {
  const shop = await createTestApp()
  const server = await openMailServer(shop)
  const { email } = newPerson()
  server.answers.rcpt = reply
  await queueNews(shop, email)
  await deliver(shop)
  expect(await stateOf(shop)).toEqual([bounces ? 'bouncing' : 'waiting'])
  expect((await marks(shop)).length).toBe(bounces ? 1 : 0)
  await deliver(shop)
  expect(server.tries).toHaveLength(bounces ? 1 : 2)
  expect(JSON.stringify((await shop.db.query('select last_error from mail_outbox')).rows)).not.toContain(email)
})

test.each<[Step, string]>([
  ['connect', '554 No service'],
  ['from', '550 5.1.8 Sender rejected'],
  ['data', '554 5.6.0 Message refused'],
])('a refusal at %s marks nobody', async (step, reply) => {
  const shop = await createTestApp()
  const server = await openMailServer(shop)
  server.answers[step] = reply
  await queueNews(shop, newPerson().email)
  await deliver(shop)
  expect([await stateOf(shop), await marks(shop)]).toEqual([['waiting'], []])
  delete server.answers[step]
  await deliver(shop)
  expect(await stateOf(shop)).toEqual(['sent'])
})

test('a server that is away marks nobody', async () => {
  const shop = await createTestApp()
  const { send } = smtpMailer({ url: 'smtp://127.0.0.1:1', from: 'hello@karyashala.example', requireTls: false, connections: 20 })
  shop.deps.mailer.send = send
  await queueNews(shop, newPerson().email)
  await deliver(shop)
  expect([await stateOf(shop), await marks(shop)]).toEqual([['waiting'], []])
})

test('later mails are not sent until a code arrives', async () => {
  const shop = await createTestApp()
  const student = await signIn(shop)
  const { email } = student.person
  const server = await openMailServer(shop)
  server.answers.rcpt = '550 5.1.1 Unknown'
  await queueNews(shop, email)
  await deliver(shop)
  await queueNews(shop, email)
  await deliver(shop)
  expect(server.tries).toHaveLength(1)
  const profile = async () => (await shop.get('/auth/profile/', student.access)).json<Profile>().student?.user
  expect(await profile()).toMatchObject({ email, bouncing: true })
  // A code is tried, because somebody waits for it; refused again, it is given up.
  await shop.passTime('61 seconds')
  await shop.post('/auth/login/', { email })
  await deliver(shop)
  expect([server.tries.length, (await stateOf(shop)).at(-1)]).toEqual([2, 'bouncing'])
  expect((await shop.db.query('select 1 from mail_outbox where sealed is not null')).rowCount).toBe(0)
  delete server.answers.rcpt
  await shop.passTime('61 seconds')
  await shop.post('/auth/login/', { email })
  await deliver(shop)
  expect([(await stateOf(shop)).at(-1), await marks(shop)]).toEqual(['sent', []])
  expect(await profile()).toMatchObject({ bouncing: false })
  await queueNews(shop, email)
  await deliver(shop)
  expect(server.received).toEqual([email, email])
})

test('staff see the mark and lift it', async () => {
  const shop = await createTestApp()
  const { id: staffId } = await addStaff(shop, 'support')
  const call = staffClient(shop, 'support', { id: staffId })
  const student = await signIn(shop)
  const { email } = student.person
  const server = await openMailServer(shop)
  server.answers.rcpt = '550 Unknown'
  await shop.post('/course-enquiry/', { name: 'Asha', email, phone: '9876543210', course_name: 'Cloud' })
  await deliver(shop)
  const read = async () => (await call('GET', `students/${student.user.id}/`)).as<StudentRecord>()
  const lead = async () => (await call('GET', 'leads/')).as<{ items: LeadRecord[] }>().items[0]
  expect([(await read()).bouncing, (await lead())?.bouncing]).toEqual([true, true])
  const { mails, refusal } = (await call('GET', `students/${student.user.id}/file/`)).as<StudentFile>()
  expect(mails[0]).toMatchObject({
    template: 'enquiry-thanks',
    state: 'bouncing',
    problem: expect.stringContaining('550 Unknown'),
  })
  expect(refusal).toContain('550 Unknown')
  const { id = 0, version = 0 } = (await lead()) ?? {}
  await call('POST', `leads/${id}/reply/`, {
    body: { subject: 'Hello', body: 'Yes.', follow_up_on: null, outcome: null },
    version,
  })
  await deliver(shop)
  const thread = (await call('GET', `leads/${id}/thread/`)).as<{ entries: ThreadEntry[]; refusal: string }>()
  expect(thread.entries).toMatchObject([{ subject: 'Hello', mail: 'bouncing', problem: expect.stringContaining('550 Unknown') }])
  expect(thread.refusal).toContain('550 Unknown')
  const lift = (path: string) => call('POST', `${path}/lift-bouncing/`)
  expect((await lift(`leads/${id}`)).as()).toEqual({ lifted: true })
  expect((await lift(`students/${student.user.id}`)).as()).toEqual({ lifted: false })
  expect((await lift('students/999')).status).toBe(404)
  expect((await read()).bouncing).toBe(false)
  const { rows } = await shop.db.query<{ changes: unknown }>(
    `select actor_id, operation, changes from audit_log where table_name = 'bouncing_addresses'`,
  )
  expect(rows).toMatchObject([{ actor_id: staffId, operation: 'delete', changes: { address: { before: 'masked' } } }])
})

test('the address of the school is not marked', async () => {
  const shop = await createTestApp()
  await shop.db.query(`insert into site_settings (settings) values ($1)`, [
    JSON.stringify({ ...(await shop.get('/site/')).json<object>(), email: 'school@example.com' }),
  ])
  const server = await openMailServer(shop)
  server.answers.rcpt = '550 Unknown'
  await shop.post('/course-enquiry/', { name: 'Asha', email: newPerson().email, phone: '9876543210', course_name: 'Cloud' })
  await deliver(shop)
  expect((await marks(shop)).map((mark) => (mark as { address: string }).address)).not.toContain('school@example.com')
  expect(await stateOf(shop)).toContain('waiting')
})

test('the mark goes with the account, and an erasure makes none', async () => {
  const shop = await createTestApp()
  const call = staffClient(shop, 'owner', await addStaff(shop, 'owner'))
  const { user, person } = await signIn(shop)
  const server = await openMailServer(shop)
  server.answers.rcpt = '550 Unknown'
  await queueNews(shop, person.email)
  await deliver(shop)
  const { version } = (await call('GET', `students/${user.id}/`)).as<StudentRecord>()
  expect((await call('POST', `students/${user.id}/erase/`, { body: { confirm: 'ERASE' }, version })).status).toBe(200)
  expect(await marks(shop)).toEqual([])
  await deliver(shop)
  expect([await marks(shop), (await stateOf(shop)).at(-1)]).toEqual([[], 'bouncing'])
})

test('a new address does not bounce', async () => {
  const shop = await createTestApp()
  const call = staffClient(shop, 'owner', await addStaff(shop, 'owner'))
  const { user, person } = await signIn(shop)
  const server = await openMailServer(shop)
  server.answers.rcpt = '550 Unknown'
  await queueNews(shop, person.email)
  await deliver(shop)
  delete server.answers.rcpt
  const read = async () => (await call('GET', `students/${user.id}/`)).as<StudentRecord>()
  const email = newPerson().email
  const body = { email, proof: 'Called.' }
  await call('POST', `students/${user.id}/change-address/`, { body, version: (await read()).version })
  expect((await read()).bouncing).toBe(false)
  await deliver(shop)
  expect(server.received).toContain(email)
})

test('staff who try a refused mail again remove the mark', async () => {
  const shop = await createTestApp()
  const member = await addStaff(shop, 'support')
  const call = staffClient(shop, 'support', member)
  const { email } = newPerson()
  const server = await openMailServer(shop)
  server.answers.rcpt = '550 Unknown'
  await queueNews(shop, email)
  await shop.post('/auth/login/', { email })
  await deliver(shop)
  expect(await stateOf(shop)).toEqual(['bouncing', 'bouncing'])
  delete server.answers.rcpt
  expect((await call('POST', 'failures/mails/1/retry/')).status).toBe(202)
  // The code of a refused mail is erased.
  expect((await call('POST', 'failures/mails/2/retry/')).error.code).toBe('expired')
  expect(await marks(shop)).toEqual([])
  await deliver(shop)
  expect([await stateOf(shop), server.received]).toEqual([['sent', 'bouncing'], [email]])
  const { rows } = await shop.db.query(`select actor_id from audit_log where table_name = 'bouncing_addresses'`)
  expect(rows).toEqual([{ actor_id: member.id }])
})
