import { system } from '#server/platform/auth/principal.ts'
import { expect, test } from 'vitest'
import { processWebhooks } from '#server/money/settlement/process-webhooks.ts'
import { askFor, changeTo } from '#tests/school/change-profile.ts'
import { createPayingShop } from '#tests/school/create-paying-shop.ts'
import { codesIn, leaksOf } from './leaks-of.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { codeSentTo, newPerson, signIn } from '#tests/school/sign-in.ts'
import { everyRow } from './every-row.ts'

test('database and log never contain codes or tokens [SEC-025]', async () => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db)
  const student = await signIn(shop)
  const tokens = [student.access, student.refresh]

  const { access, refresh } = (await shop.post('/token/refresh/', { refresh: student.refresh })).json<typeof student>()
  tokens.push(access, refresh)
  await shop.post('/auth/verify-otp/?email=nobody@example.com', { otp: '123456' })
  await shop.post('/course-enquiry/', { name: 'Asha', email: 'asha@example.com', phone: '9876543210', course_name: 'Tests' })

  const order = await shop.start(batchId, access)
  const triple = await shop.pay(order.order_id, 'captured', { webhook: true })
  expect((await shop.post(`/payment/payment-verify/${batchId}/`, triple, access)).statusCode).toBe(200)
  await shop.deliverWebhooks()
  await processWebhooks(shop.deps, system)

  await shop.passTime('61 seconds')
  const later = newPerson()
  await changeTo(shop, { ...student, access }, { email: later.email, phone: later.phone_number })
  await shop.passTime('61 seconds')
  // These codes were requested but not used, so they are still valid.
  await shop.post('/auth/login/', { email: later.email })
  const unverified = newPerson()
  await shop.post('/auth/register/', { ...unverified, type: 'register' })
  await askFor(shop, access, { email: newPerson().email, phone: later.phone_number })
  const loginResponse = await shop.post('/auth/login/', { email: student.person.email })
  expect(loginResponse.statusCode).toBe(200)

  // The dump includes encrypted mails that are queued but not sent yet.
  const dump = await everyRow(shop.db)
  const mails = await shop.mails()
  const codes = codesIn(mails)
  const links = mails.flatMap(({ text }) => text.match(/#[\w-]{43}/g)?.map((link) => link.slice(1)) ?? [])
  expect(codes.length).toBeGreaterThan(4)
  expect(links.length).toBeGreaterThan(0)
  for (const secret of [...codes, ...links, ...tokens]) {
    expect(dump.filter((row) => new RegExp(`(?<![\\w.-])${secret}(?![\\w-])`).test(row))).toEqual([])
  }
  expect(await codeSentTo(shop, unverified.email)).toHaveLength(6)
  expect(leaksOf(shop.logged, codes)).toEqual([])
})

test('redacts only e-mails, phones and tokens in the log [SEC-026]', async () => {
  const shop = await createPayingShop()
  const { access, refresh } = await signIn(shop)
  const details = { err: new Error(`Key (email)=(asha@example.com) exists, phone 9876543210, ${access}, ${refresh}`), order: 12 }
  shop.deps.log.error(details, 'a failure of asha.patil@example.co.in')
  const [line = ''] = shop.logged.splice(0)
  expect(line).toContain('Key (email)=([email]) exists, phone [phone], [token], [token]')
  expect(JSON.parse(line)).toMatchObject({ order: 12, msg: 'a failure of [email]' })
})
