import { expect, test } from 'vitest'
import { cancelBatch } from '#tests/school/change-batch.ts'
import { createPayingShop } from '#tests/school/create-paying-shop.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { newPerson, signIn } from '#tests/school/sign-in.ts'
import { sweep } from '#server/features.ts'
import { system } from '#server/platform/auth/principal.ts'

test('deletes expired rows and leaves the others', async () => {
  const shop = await createTestApp()
  await signIn(shop)
  await shop.post('/auth/login/', { email: newPerson().email })
  const counts = async () => {
    const { rows } = await shop.db.query<Record<string, number>>(
      `select (select count(*)::int from codes) as codes, (select count(*)::int from code_sends) as sends,
         (select count(*)::int from sessions) as sessions, (select count(*)::int from limit_counters) as limits,
         (select count(*)::int from mail_outbox where sealed is not null) as sealed`,
    )
    return rows[0]
  }
  await sweep(shop.deps, system)
  expect(await counts()).toMatchObject({ codes: 2, sends: 2, sessions: 1, sealed: 1 })
  await shop.passTime('3 days')
  await sweep(shop.deps, system)
  expect(await counts()).toEqual({ codes: 0, sends: 0, sessions: 1, limits: 0, sealed: 0 })
  await shop.passTime('40 days')
  await sweep(shop.deps, system)
  expect((await counts())?.['sessions']).toBe(0)
})

test('deletes enquiries and their mails after the configured retention [SEC-069]', async () => {
  const shop = await createTestApp()
  const enquiry = { name: 'Asha', email: newPerson().email, phone: '9876543210', course_name: 'Testing' }
  expect((await shop.post('/course-enquiry/', enquiry)).statusCode).toBe(201)
  await shop.mails()
  const counts = async () => {
    const { rows } = await shop.db.query(
      `select (select count(*)::int from enquiries) as enquiries, (select count(*)::int from mail_outbox where sent_at is not null) as mails`,
    )
    return rows[0]
  }
  const stored = await counts()
  expect(stored).toMatchObject({ enquiries: 1 })
  await shop.passTime('729 days')
  await sweep(shop.deps, system)
  expect(await counts()).toEqual(stored)
  await shop.passTime('2 days')
  await sweep(shop.deps, system)
  expect(await counts()).toEqual({ enquiries: 0, mails: 0 })
})

test('deletes bodies of processed webhooks only [SEC-070]', async () => {
  const shop = await createTestApp()
  await shop.db.query(
    `insert into webhook_events (provider, event_id, event_type, body, received_at, next_attempt_at, processed_at)
     select 'razorpay', id, 'payment.captured', '{}', app_now(), app_now(), at
     from (values ('evt_done', app_now()), ('evt_waiting', null)) as events (id, at)`,
  )
  await sweep(shop.deps, system)
  const { rows } = await shop.db.query('select event_id, length(body) as bytes from webhook_events order by event_id')
  expect(rows).toEqual([
    { event_id: 'evt_done', bytes: 0 },
    { event_id: 'evt_waiting', bytes: 2 },
  ])
})

test('sends a mail without a job once [DEP-06]', async () => {
  const shop = await createTestApp()
  const enquiry = { name: 'Asha', email: newPerson().email, phone: '9876543210', course_name: 'Testing' }
  expect((await shop.post('/course-enquiry/', enquiry)).statusCode).toBe(201)
  await shop.db.query('delete from pgboss.job')
  await sweep(shop.deps, system)
  expect(await shop.mails()).toEqual([])
  await shop.passTime('61 minutes')
  await sweep(shop.deps, system)
  await sweep(shop.deps, system)
  expect((await shop.mails()).filter(({ to }) => to === enquiry.email)).toHaveLength(1)
})

test.each([
  ['is missing after some attempts', 'delete from pgboss.job'],
  ['has failed', `update pgboss.job set state = 'failed', completed_on = now()`],
])('a mail whose job %s goes out once [SEC-079 DEP-06]', async (_, removeJob) => {
  const shop = await createTestApp()
  const enquiry = { name: 'Asha', email: newPerson().email, phone: '9876543210', course_name: 'Testing' }
  expect((await shop.post('/course-enquiry/', enquiry)).statusCode).toBe(201)
  await shop.db.query(`update mail_outbox set attempts = 7, last_error = 'refused'`)
  await shop.db.query(removeJob)
  await shop.passTime('61 minutes')
  await sweep(shop.deps, system)
  await sweep(shop.deps, system)
  expect((await shop.mails()).filter(({ to }) => to === enquiry.email)).toHaveLength(1)
})

test.each([
  ['is missing', 'delete from pgboss.job'],
  ['has failed', `update pgboss.job set state = 'failed', completed_on = now()`],
])('a refund whose job %s is queued again, once [SEC-079 DEP-06]', async (_, removeJob) => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db)
  const { access } = await signIn(shop)
  const triple = await shop.pay((await shop.start(batchId, access)).order_id)
  await cancelBatch(shop, batchId)
  await shop.post(`/payment/payment-verify/${batchId}/`, triple, access)
  await shop.db.query(`update refunds set status = 'sent', attempts = 400`)
  await shop.db.query(removeJob)
  await shop.passTime('61 minutes')
  await sweep(shop.deps, system)
  await sweep(shop.deps, system)
  const { rows } = await shop.db.query(`select 1 from pgboss.job where name = 'send-refund' and state = 'created'`)
  expect(rows).toHaveLength(1)
  await shop.sendRefunds()
  expect(await shop.ledger()).toMatchObject({ refunds: 1, dispositions: ['refunded'] })
})

test('logs a late mail as an error [SEC-079]', async () => {
  const shop = await createTestApp()
  shop.deps.config.metricsToken = 'token'
  const enquiry = { name: 'Asha', email: newPerson().email, phone: '9876543210', course_name: 'Testing' }
  await shop.post('/course-enquiry/', enquiry)
  const alerts = () => shop.logged.filter((line) => line.includes('wait for longer than they should'))
  await shop.passTime('3 hours')
  await sweep(shop.deps, system)
  expect(alerts()).toEqual([])
  const metrics = (await shop.app.inject({ url: '/metrics', headers: { authorization: 'Bearer token' } })).body
  expect(metrics).toContain('waiting_work{kind="mail"} 2')
  expect(Number(/waiting_work_oldest_seconds\{kind="mail"\} (\S+)/.exec(metrics)?.[1])).toBeGreaterThan(10_000)
  await shop.passTime('61 minutes')
  await sweep(shop.deps, system)
  expect(alerts()).toHaveLength(1)
  expect(alerts()[0]).toContain('"level":50')
  await shop.mails()
  await sweep(shop.deps, system)
  expect(alerts()).toHaveLength(1)
})

test('deletes an unverified registration after 30 days [SEC-069]', async () => {
  const shop = await createTestApp()
  const { batchId } = await sellCourse(shop.db)
  const [silent, repeated, ordered] = [newPerson('Silent One'), newPerson('Repeated One'), newPerson('Ordered One')]
  const { person: verified } = await signIn(shop)
  for (const person of [silent, repeated, ordered]) await shop.post('/auth/register/', { ...person, type: 'enroll' })
  await shop.db.query(
    `insert into payment_orders (user_id, batch_id, amount_paise, currency, course_title, price_paise, discounts, provider, key_id,
       receipt, status, hold_until, created_at, claimed_at)
     select id, $2, 100, 'INR', 'Testing', 100, '[]', 'razorpay', 'key', 'r-1', 'expired', app_now(), app_now(), app_now()
     from users where email = $1`,
    [ordered.email, batchId],
  )
  await shop.mails()
  const left = async () => {
    await sweep(shop.deps, system)
    const { rows } = await shop.db.query<{ email: string }>('select email from users order by id')
    return rows.map(({ email }) => email)
  }
  await shop.passTime('29 days')
  await shop.post('/auth/register/', { ...repeated, type: 'register' })
  expect(await left()).toEqual([verified, silent, repeated, ordered].map(({ email }) => email))
  await shop.passTime('2 days')
  expect(await left()).toEqual([verified, repeated, ordered].map(({ email }) => email))
  expect((await shop.db.query('select 1 from mail_outbox where to_address = $1', [silent.email])).rowCount).toBe(0)
  expect((await shop.db.query('select 1 from mail_outbox where to_address = $1', [repeated.email])).rowCount).toBeGreaterThan(0)
})
