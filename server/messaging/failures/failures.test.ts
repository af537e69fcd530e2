import { expect, test } from 'vitest'
import type { StuckJob, StuckMail } from '#contract/messaging/staff/failures.ts'
import type { Today } from '#contract/desk/staff/today.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { staffClient } from '#tests/school/staff-client.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import { seal } from '#server/platform/secrets/secrets.ts'
import { sendRefundJob } from '#server/money/refunds/jobs.ts'

type Failures = { mails: StuckMail[]; jobs: StuckJob[] }

async function withMail() {
  const shop = await createTestApp()
  const support = staffClient(shop, 'support')
  await queueMail(shop.deps, shop.db, {
    template: 'enquiry-thanks',
    to: 'asha@example.com',
    props: { name: 'Asha', kind: 'callback' },
  })
  const failures = async () => (await support('GET', 'failures/')).as<Failures>()
  return { shop, support, failures }
}

test('a mail is listed after three failures and tried again', async () => {
  const { shop, support, failures } = await withMail()
  await shop.db.query(`update mail_outbox set attempts = 2, last_error = '451 busy'`)
  expect((await failures()).mails).toEqual([])
  await shop.db.query(`update mail_outbox set attempts = 3`)
  expect((await failures()).mails).toMatchObject([
    { template: 'enquiry-thanks', attempts: 3, detail: '451 busy', is_given_up: false },
  ])
  await shop.db.query(`update mail_outbox set given_up_at = app_now()`)
  expect((await failures()).mails).toMatchObject([{ is_given_up: true }])
  const id = (await failures()).mails[0]?.id
  expect((await support('POST', `failures/mails/${id}/retry/`)).status).toBe(202)
  expect(await shop.db.query('select given_up_at from mail_outbox').then(({ rows }) => rows)).toEqual([{ given_up_at: null }])
  await shop.db.query(`update mail_outbox set sent_at = app_now()`)
  expect((await support('POST', `failures/mails/${id}/retry/`)).error.code).toBe('sent')
  expect((await failures()).mails).toEqual([])
  expect((await support('POST', 'failures/mails/999/retry/')).status).toBe(404)
})

test('a code that is over is not sent again', async () => {
  const { shop, support, failures } = await withMail()
  await shop.db.query(
    `update mail_outbox set attempts = 5, last_error = '451 busy', expires_at = app_now() - interval '1 minute'`,
  )
  const [mail] = (await failures()).mails
  expect(mail).toMatchObject({ is_expired: true, is_given_up: false })
  expect((await support('POST', `failures/mails/${mail?.id}/retry/`)).error.code).toBe('expired')
})

test('a code sealed by a lost secret is not tried again', async () => {
  const { shop, support, failures } = await withMail()
  await shop.db.query(`update mail_outbox set attempts = 3, last_error = '451 busy', given_up_at = app_now(), sealed = $1`, [
    seal(['another secret that is long enough to seal with'], { code: '123456' }),
  ])
  const [mail] = (await failures()).mails
  const answer = await support('POST', `failures/mails/${mail?.id}/retry/`)
  expect([answer.status, answer.error.code]).toEqual([409, 'seal_lost'])
  expect((await failures()).mails).toMatchObject([{ is_given_up: true }])
})

test('a mail that expired unsent is listed last', async () => {
  const { shop, support, failures } = await withMail()
  await shop.db.query(
    `insert into mail_outbox (to_address, template, props, created_at, expires_at, given_up_at, attempts, last_error) values
       ('code@example.com', 'sign-in-code', '{}', app_now() - interval '1 hour', app_now() - interval '50 minutes', app_now(), 0, null),
       ('lost@example.com', 'sign-in-code', '{}', app_now() - interval '2 hours', app_now() - interval '1 hour', app_now() - interval '90 minutes', 1, 'Its secret is lost.'),
       ('withdrawn@example.com', 'class-reminder', '{}', app_now(), app_now(), app_now(), 0, null),
       ('old@example.com', 'sign-in-code', '{}', app_now() - interval '5 days', app_now() - interval '5 days', app_now() - interval '4 days', 0, null)`,
  )
  await shop.db.query(`update mail_outbox set attempts = 3, last_error = '451 busy' where to_address = 'asha@example.com'`)
  expect((await failures()).mails).toMatchObject([
    { to: 'asha@example.com', is_expired: false },
    { to: 'code@example.com', is_expired: true, detail: 'It expired before it could be sent.' },
    { to: 'lost@example.com', is_expired: true, detail: 'Its secret is lost.' },
  ])
  expect((await support('GET', 'today/')).as<Today>().failures).toEqual({ mails: 3, jobs: 0 })
})

test('a failed job is listed and runs again once', async () => {
  const { shop, support, failures } = await withMail()
  await shop.deps.jobs.send(shop.db, sendRefundJob, { id: 7 })
  expect((await failures()).jobs).toEqual([])
  await shop.db.query(
    `update pgboss.job set state = 'failed', retry_count = 400, retry_limit = 400, completed_on = now(), output = '{"message":"the provider is away"}'
     where name = 'send-refund'`,
  )
  const [job] = (await failures()).jobs
  expect(job).toMatchObject({ name: 'send-refund', detail: 'the provider is away', next_at: null })
  expect((await support('POST', 'failures/jobs/retry/', { body: { id: job?.id } })).status).toBe(202)
  const ran: number[] = []
  await shop.deps.jobs.drain(sendRefundJob, async ({ id }) => void ran.push(id))
  expect(ran).toEqual([7])
  expect((await support('POST', 'failures/jobs/retry/', { body: { id: job?.id } })).status).toBe(404)
  expect((await support('POST', 'failures/jobs/retry/', { body: { id: 'x' } })).status).toBe(400)
  expect((await staffClient(shop, 'content')('GET', 'failures/')).status).toBe(403)
})

test('trying again is in the audit log', async () => {
  const { shop, support, failures } = await withMail()
  await shop.db.query(`update mail_outbox set attempts = 5, last_error = '451 busy'`)
  const [mail] = (await failures()).mails
  await support('POST', `failures/mails/${mail?.id}/retry/`)
  await shop.deps.jobs.send(shop.db, sendRefundJob, { id: 7 })
  await shop.db.query(`update pgboss.job set state = 'failed', completed_on = now() where name = 'send-refund'`)
  const [job] = (await failures()).jobs
  await support('POST', 'failures/jobs/retry/', { body: { id: job?.id } })
  const { rows } = await shop.db.query<{ act: string; subject: string }>(
    `select changes -> 'act' ->> 'after' as act, changes -> 'subject' ->> 'after' as subject from audit_log
     where table_name = 'staff_acts' order by id`,
  )
  expect(rows).toEqual([
    { act: 'mail_retried', subject: String(mail?.id) },
    { act: 'job_retried', subject: job?.id },
  ])
})
