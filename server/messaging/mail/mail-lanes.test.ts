import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { newPerson } from '#tests/school/sign-in.ts'
import { system } from '#server/platform/auth/principal.ts'
import { areCodesLate } from './are-codes-late.ts'
import { deliverMail } from './deliver-mail.ts'
import { deliveries } from './mail-lanes.ts'
import { sweepMail } from './sweep-mail.ts'

const queued = async (shop: TestApp) =>
  (
    await shop.db.query<{ name: string }>(`select name from pgboss.job where name like 'deliver-%' order by created_on, name`)
  ).rows.map(({ name }) => name)
const enquire = (shop: TestApp) =>
  shop.post('/course-enquiry/', { name: 'Asha', email: newPerson().email, phone: '9876543210', course_name: 'Testing' })
const askForCode = async (shop: TestApp) => {
  const { email } = newPerson()
  await shop.post('/auth/login/', { email })
  return email
}
/** As another process would find it, which remembers nothing. */
const late = (shop: TestApp) => areCodesLate({ db: shop.deps.db })

test('a code has workers of its own', async () => {
  const shop = await createTestApp()
  await enquire(shop)
  await askForCode(shop)
  expect((await queued(shop)).toSorted()).toEqual(['deliver-codes', 'deliver-mail', 'deliver-mail'])
})

test('a mail without a job is queued in its lane again', async () => {
  const shop = await createTestApp()
  await enquire(shop)
  await shop.db.query(`update mail_outbox set lane = 'batch' where template = 'enquiry-thanks'`)
  await shop.db.query('delete from pgboss.job')
  await shop.passTime('61 minutes')
  await sweepMail(shop.deps, system)
  expect((await queued(shop)).toSorted()).toEqual([deliveries.batch.name, deliveries.person.name])
  await sweepMail(shop.deps, system)
  expect(await queued(shop)).toHaveLength(2)
})

test('metrics have the age of the oldest mail of each lane', async () => {
  const shop = await createTestApp()
  shop.deps.config.metricsToken = 'token'
  await enquire(shop)
  await shop.passTime('2 minutes')
  await askForCode(shop)
  await shop.passTime('20 seconds')
  const { body } = await shop.app.inject({ url: '/metrics', headers: { authorization: 'Bearer token' } })
  const oldest = (lane: string) => Number(new RegExp(`waiting_mails_oldest_seconds\\{lane="${lane}"\\} (\\S+)`).exec(body)?.[1])
  expect(Math.floor(oldest('code') / 10)).toBe(2)
  expect(Math.floor(oldest('person') / 10)).toBe(14)
  expect(oldest('batch')).toBe(0)
})

test('an open form hears that codes are late', async () => {
  const shop = await createTestApp()
  const email = await askForCode(shop)
  expect(await late(shop)).toBe(false)
  await shop.passTime('11 seconds')
  expect((await shop.get('/auth/code-delay/')).json()).toEqual({ late: true })
  await shop.mails(email)
  expect(await late(shop)).toBe(false)
})

test('a code that the mail server refuses is late at once', async () => {
  const shop = await createTestApp()
  const email = await askForCode(shop)
  shop.deps.mailer.send = () => Promise.reject(new Error('451 try again later'))
  await expect(deliverMail(shop.deps, system, { id: 1 })).rejects.toThrow('451')
  expect(await late(shop)).toBe(true)
  // Asking again does not make the mail server look well.
  await shop.passTime('61 seconds')
  await shop.post('/auth/login/', { email })
  expect(await late(shop)).toBe(true)
})

test('a code that one mail server delays makes no other late', async () => {
  const shop = await createTestApp()
  await askForCode(shop)
  await shop.passTime('5 seconds')
  await askForCode(shop)
  const { rows } = await shop.db.query<{ id: number }>('select max(id)::int as id from mail_outbox')
  await deliverMail(shop.deps, system, { id: rows[0]?.id ?? 0 })
  await shop.passTime('11 seconds')
  expect(await late(shop)).toBe(false)
})

test('codes are not late once they have expired', async () => {
  const shop = await createTestApp()
  await askForCode(shop)
  await shop.passTime('11 minutes')
  expect(await late(shop)).toBe(false)
})
