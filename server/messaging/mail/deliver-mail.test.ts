import { system } from '#server/platform/auth/principal.ts'
import { expect, test, vi } from 'vitest'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { newPerson } from '#tests/school/sign-in.ts'
import { deliverMail } from './deliver-mail.ts'
import { queueMail } from './queue-mail.ts'
import { smtpMailer } from './smtp.ts'

const outbox = `select sent_at is not null as sent, given_up_at is not null as given_up, sealed is null as erased, attempts, last_error
  from mail_outbox order by id`

test('a request succeeds while the mail server is down', async () => {
  const shop = await createTestApp()
  const { email } = newPerson()
  const { send } = shop.deps.mailer
  shop.deps.mailer.send = () => Promise.reject(new Error(`550 <${email}> unreachable`))
  expect((await shop.post('/auth/login/', { email })).statusCode).toBe(200)
  await expect(deliverMail(shop.deps, system, { id: 1 })).rejects.toThrow('unreachable')
  const { rows } = await shop.db.query(outbox)
  expect(rows).toEqual([{ sent: false, given_up: false, erased: false, attempts: 1, last_error: '550 <<address>> unreachable' }])
  shop.deps.mailer.send = send
  expect(await shop.mails(email)).toHaveLength(1)
  expect((await shop.db.query(outbox)).rows).toEqual([
    { sent: true, given_up: false, erased: true, attempts: 2, last_error: null },
  ])
})

test('does not send an expired code and erases its secret [SEC-083]', async () => {
  const shop = await createTestApp()
  const { email } = newPerson()
  await shop.post('/auth/login/', { email })
  await shop.passTime('10 minutes')
  expect(await shop.mails(email)).toHaveLength(0)
  expect((await shop.db.query(outbox)).rows).toMatchObject([{ sent: false, given_up: true, erased: true }])
})

test('sends only the newest of two waiting codes', async () => {
  const shop = await createTestApp()
  const person = newPerson()
  await shop.post('/auth/register/', { ...person, type: 'register' })
  await shop.passTime('61 seconds')
  await shop.post('/auth/login/', { email: person.email })
  expect(await shop.mails(person.email)).toHaveLength(1)
})

test('delivering twice sends once', async () => {
  const shop = await createTestApp()
  const { email } = newPerson()
  await shop.post('/auth/login/', { email })
  const mails = await shop.mails(email)
  await deliverMail(shop.deps, system, { id: 1 })
  expect(await shop.mails(email)).toHaveLength(mails.length)
})

test('a mail to a school without address waits with its reason', async () => {
  const shop = await createTestApp()
  const enquiry = { name: 'Asha', email: newPerson().email, phone: '9876543210', course_name: 'Testing' }
  expect((await shop.post('/course-enquiry/', enquiry)).statusCode).toBe(201)
  shop.deps.mailer = smtpMailer({
    url: 'smtp://127.0.0.1:1',
    from: 'hello@karyashala.example',
    requireTls: false,
    connections: 20,
  })
  await expect(deliverMail(shop.deps, system, { id: 1 })).rejects.toThrow('no e-mail address')
  const { rows } = await shop.db.query<{ last_error: string }>('select last_error from mail_outbox where template = $1', [
    'enquiry-received',
  ])
  expect(rows).toEqual([{ last_error: 'the site settings name no e-mail address of the school' }])
})

test('a mail sent again has the same Message-ID [SEC-085]', async () => {
  const shop = await createTestApp()
  const { email } = newPerson()
  await shop.post('/auth/login/', { email })
  const ids: unknown[] = []
  const { send } = shop.deps.mailer
  shop.deps.mailer.send = async ({ messageId }) => {
    ids.push(messageId)
    throw new Error('cut off before the answer')
  }
  await expect(deliverMail(shop.deps, system, { id: 1 })).rejects.toThrow('cut off')
  shop.deps.mailer.send = send
  const [mail] = await shop.mails(email)
  expect(ids).toEqual([mail?.messageId])
  expect(mail?.messageId).toMatch(/^<[\da-f-]{36}@karyashala\.example>$/)
})

test('sends a mail once for two jobs [SEC-084]', async () => {
  const shop = await createTestApp()
  const { email } = newPerson()
  await shop.post('/auth/login/', { email })
  const sending = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  let sent = 0
  shop.deps.mailer.send = async () => {
    sent += 1
    begun.resolve()
    await sending.promise
  }
  const first = deliverMail(shop.deps, system, { id: 1 })
  await begun.promise
  await expect(deliverMail(shop.deps, system, { id: 1 })).rejects.toThrow('being sent by another job')
  sending.resolve()
  await first
  await deliverMail(shop.deps, system, { id: 1 })
  expect(sent).toBe(1)
})

test('the next job sends a mail after a crash [SEC-084]', async () => {
  const shop = await createTestApp()
  const { email } = newPerson()
  await shop.post('/auth/login/', { email })
  await shop.db.query(`update mail_outbox set sending_until = app_now() + interval '30 seconds'`)
  await expect(deliverMail(shop.deps, system, { id: 1 })).rejects.toThrow('being sent by another job')
  await shop.passTime('31 seconds')
  expect(await shop.mails(email)).toHaveLength(1)
})

test('marks a sent mail once the database is back [SEC-084]', async () => {
  const shop = await createTestApp()
  const { email } = newPerson()
  await shop.post('/auth/login/', { email })
  let sent = 0
  const { query } = shop.deps.db
  let failures = 0
  shop.deps.mailer.send = async () => {
    sent += 1
    vi.spyOn(shop.deps.db, 'query').mockImplementation(() => {
      failures += 1
      return Promise.reject(Object.assign(new Error('terminating connection'), { code: '57P01' }))
    })
  }
  const delivery = deliverMail(shop.deps, system, { id: 1 })
  await vi.waitFor(() => expect(failures).toBeGreaterThan(1))
  const again = deliverMail(shop.deps, system, { id: 1 })
  shop.deps.db.query = query
  vi.restoreAllMocks()
  await Promise.all([delivery, again])
  expect(sent).toBe(1)
  expect((await shop.db.query(outbox)).rows).toMatchObject([{ sent: true, attempts: 1 }])
})

test('a late renewal does not claim a mail whose sending failed', async () => {
  const shop = await createTestApp()
  const { email } = newPerson()
  await shop.post('/auth/login/', { email })
  const { send } = shop.deps.mailer
  const query = shop.deps.db.query.bind(shop.deps.db) as (statement: { name?: string }) => Promise<unknown>
  const afterFailure = Promise.withResolvers<void>()
  let renewal: Promise<unknown> | undefined
  const holdRenewal = (statement: { name?: string }) => {
    if (statement.name !== 'renew_mail_claim') return query(statement)
    renewal = afterFailure.promise.then(() => query(statement))
    return renewal
  }
  shop.deps.db.query = holdRenewal as typeof shop.deps.db.query
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  shop.deps.mailer.send = async () => {
    vi.advanceTimersByTime(10_000)
    throw new Error('the mail server hung up')
  }
  await expect(deliverMail(shop.deps, system, { id: 1 })).rejects.toThrow('hung up')
  afterFailure.resolve()
  await renewal
  expect(renewal).toBeDefined()
  shop.deps.mailer.send = send
  expect(await shop.mails(email)).toHaveLength(1)
})

/** Three mails to one person, and the outbox as it was sent. */
async function queueThree() {
  const shop = await createTestApp()
  const props = { name: 'Asha', kind: 'callback' as const }
  for (const batch of ['first', 'second', 'third']) {
    await queueMail(shop.deps, shop.db, { template: 'enquiry-thanks', to: 'asha@example.com', props }, { cause: batch })
  }
  const { rows } = await shop.db.query<{ id: number }>(`select id::int from mail_outbox where cause = 'third'`)
  const deliverThird = () => deliverMail(shop.deps, system, { id: rows[0]?.id ?? 0 })
  const sent = async () =>
    (await shop.db.query<{ cause: string }>(`select cause from mail_outbox where sent_at is not null order by sent_at`)).rows.map(
      ({ cause }) => cause,
    )
  return { shop, deliverThird, sent }
}

test('mails of one lane reach a person in order', async () => {
  const { shop, deliverThird, sent } = await queueThree()
  const { send } = shop.deps.mailer
  shop.deps.mailer.send = () =>
    Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET', command: 'CONN' }))
  // The first was tried often while the mail server was away.
  for (let tries = 0; tries < 6; tries += 1) await expect(deliverThird()).rejects.toThrow('ECONNREFUSED')
  expect((await shop.db.query(`select attempts from mail_outbox order by id`)).rows).toEqual([
    { attempts: 6 },
    { attempts: 0 },
    { attempts: 0 },
  ])
  shop.deps.mailer.send = send
  await deliverThird()
  expect(await sent()).toEqual(['first', 'second', 'third'])
})

test('a mail that fails by itself holds nobody up', async () => {
  const { shop, deliverThird, sent } = await queueThree()
  await shop.db.query(`update mail_outbox set template = 'no-such-mail' where cause = 'second'`)
  await deliverThird()
  expect(await sent()).toEqual(['first', 'third'])
})
