import { operator } from '#server/platform/auth/principal.ts'
import { expect, test } from 'vitest'
import type { Profile, SignedIn } from '#contract/people/accounts.ts'
import { askFor, changeTo, confirm, signInLongAgo, undoTokenFor } from '#tests/school/change-profile.ts'
import { createPayingShop } from '#tests/school/create-paying-shop.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { codeSentTo, newPerson, signIn } from '#tests/school/sign-in.ts'
import { ledgerBalances, readLedger } from '#server/money/settlement/read-ledger.ts'

const undo = (shop: TestApp, token: string) => shop.post('/auth/undo-change/', { token })

async function enter(shop: TestApp, email: string): Promise<SignedIn> {
  await shop.passTime('61 seconds')
  await shop.post('/auth/login/', { email })
  const answer = await shop.post(`/auth/verify-otp/?email=${email}`, { otp: await codeSentTo(shop, email) })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<SignedIn>()
}

test('restores e-mail and phone once and ends every session', async () => {
  const shop = await createTestApp()
  const { access, person } = await signInLongAgo(shop)
  const thief = newPerson()
  await changeTo(shop, { access } as SignedIn, { email: thief.email, phone: thief.phone_number })
  await askFor(shop, access, { email: newPerson().email, phone: thief.phone_number })
  const token = await undoTokenFor(shop, person.email)
  const undone = await undo(shop, token)
  expect([undone.statusCode, undone.json()]).toEqual([
    200,
    { message: 'The change was undone.', email: person.email, name: null },
  ])
  expect((await shop.get('/auth/profile/', access)).statusCode).toBe(401)
  expect((await shop.db.query('select 1 from pending_changes')).rowCount).toBe(0)
  const again = await undo(shop, token)
  expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([400, 'invalid_link'])
  const back = await enter(shop, person.email)
  expect((await shop.get('/auth/profile/', back.access)).json<Profile>().student).toMatchObject({
    user: { first_name: person.full_name, email: person.email },
    phone: person.phone_number,
  })
})

test('an undo link works for seven days', async () => {
  const shop = await createTestApp()
  const { access, person } = await signInLongAgo(shop)
  await changeTo(shop, { access } as SignedIn, { email: newPerson().email, phone: person.phone_number })
  const token = await undoTokenFor(shop, person.email)
  await shop.passTime('7 days')
  expect((await undo(shop, token)).statusCode).toBe(400)
  await shop.passTime('-1 minutes')
  expect((await undo(shop, token)).statusCode).toBe(200)
})

test('undoes once when twenty requests arrive at once', async () => {
  const shop = await createTestApp()
  const { access, person } = await signInLongAgo(shop)
  await changeTo(shop, { access } as SignedIn, { email: newPerson().email, phone: person.phone_number })
  const token = await undoTokenFor(shop, person.email)
  const answers = await Promise.all(Array.from({ length: 20 }, () => undo(shop, token)))
  expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array.from({ length: 19 }, () => 400),
  ])
})

test('undoes later changes too and voids their links', async () => {
  const shop = await createTestApp()
  const { access, person } = await signInLongAgo(shop)
  const [second, third] = [newPerson().email, newPerson().email]
  await changeTo(shop, { access } as SignedIn, { email: second, phone: person.phone_number })
  await changeTo(shop, { access } as SignedIn, { email: third, phone: person.phone_number })
  const later = await undoTokenFor(shop, second)
  expect((await undo(shop, await undoTokenFor(shop, person.email))).statusCode).toBe(200)
  expect((await undo(shop, later)).statusCode).toBe(400)
  expect((await enter(shop, person.email)).user.full_name).toBe(person.full_name)
})

test('the undo link of a phone never restores an address', async () => {
  const shop = await createTestApp()
  const { access, person } = await signInLongAgo(shop)
  await changeTo(shop, { access } as SignedIn, { email: person.email, phone: newPerson().phone_number })
  const token = await undoTokenFor(shop, person.email)
  const email = newPerson().email
  const { phone } = (await shop.get('/auth/profile/', access)).json<Profile>().student ?? { phone: '' }
  await shop.passTime('61 seconds')
  await changeTo(shop, { access } as SignedIn, { email, phone })
  expect((await undo(shop, token)).json()).toMatchObject({ email })
  const back = await enter(shop, email)
  expect((await shop.get('/auth/profile/', back.access)).json<Profile>().student).toMatchObject({
    user: { email },
    phone: person.phone_number,
  })
})

/** Inserts an account at an address with a valid undo link, as an earlier version allowed. */
const insertHolder = (shop: TestApp, email: string, verified: boolean) =>
  shop.db.query<{ id: number }>(
    `insert into users (email, full_name, phone, verified_at)
     values ($1, 'New Holder', '9123456780', case when $2 then app_now() end) returning id`,
    [email, verified],
  )

test('an undo leaves a verified holder and a verified phone unchanged', async () => {
  const shop = await createTestApp()
  const { access, person } = await signInLongAgo(shop)
  const next = newPerson()
  await changeTo(shop, { access } as SignedIn, { email: next.email, phone: next.phone_number })
  const token = await undoTokenFor(shop, person.email)
  await signIn(shop, { ...newPerson(), phone_number: person.phone_number })
  await insertHolder(shop, person.email, true)
  expect((await undo(shop, token)).statusCode).toBe(409)
  expect((await shop.get('/auth/profile/', access)).statusCode).toBe(200)
  await shop.db.query(`update users set email = 'elsewhere@example.com' where email = $1`, [person.email])
  expect((await undo(shop, token)).statusCode).toBe(200)
  const back = await enter(shop, person.email)
  expect((await shop.get('/auth/profile/', back.access)).json()).toMatchObject({ student: { phone: '' } })
})

test('an address with a live undo link can not be registered [SEC-020]', async () => {
  const shop = await createTestApp()
  const { access, person } = await signInLongAgo(shop)
  const other = await signInLongAgo(shop)
  await changeTo(shop, { access } as SignedIn, { email: newPerson().email, phone: person.phone_number })
  for (const type of ['register', 'enroll']) {
    const refused = await shop.post('/auth/register/', { ...newPerson(), email: person.email, type })
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({ email: ['This email is already registered.'] })
  }
  const pendingChange = { email: person.email, phone: other.person.phone_number }
  expect((await askFor(shop, other.access, pendingChange)).statusCode).toBe(409)
  expect((await undo(shop, await undoTokenFor(shop, person.email))).statusCode).toBe(200)
})

test('rejects a change requested before the link existed [SEC-020]', async () => {
  const shop = await createTestApp()
  const { access, person } = await signInLongAgo(shop)
  const other = await signInLongAgo(shop)
  await changeTo(shop, { access } as SignedIn, { email: newPerson().email, phone: person.phone_number })
  const token = await undoTokenFor(shop, person.email)
  await shop.db.query(`update undo_links set expires_at = app_now() - interval '1 minute'`)
  const pendingChange = { email: person.email, phone: other.person.phone_number }
  expect((await askFor(shop, other.access, pendingChange)).statusCode).toBe(200)
  await shop.db.query(`update undo_links set expires_at = app_now() + interval '1 day'`)
  const refused = await confirm(shop, other.access, person.email, await codeSentTo(shop, person.email))
  expect(refused.statusCode).toBe(409)
  expect((await undo(shop, token)).statusCode).toBe(200)
})

test('the owner may return to their own earlier address [SEC-020]', async () => {
  const shop = await createTestApp()
  const { access, person } = await signInLongAgo(shop)
  await changeTo(shop, { access } as SignedIn, { email: newPerson().email, phone: person.phone_number })
  await shop.passTime('61 seconds')
  await changeTo(shop, { access } as SignedIn, { email: person.email, phone: person.phone_number })
  expect((await shop.get('/auth/profile/', access)).json()).toMatchObject({ student: { user: { email: person.email } } })
})

test('the undo evicts an unverified holder and refunds the payment [SEC-020]', async () => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db, { capacity: 3 })
  const { access, person } = await signInLongAgo(shop)
  await changeTo(shop, { access } as SignedIn, { email: newPerson().email, phone: person.phone_number })
  const token = await undoTokenFor(shop, person.email)
  // As an earlier version allowed: the thief registers the address and pays to hold it.
  await shop.db.query(`update undo_links set expires_at = app_now() - interval '1 minute'`)
  const squatter = { ...newPerson('A Thief'), email: person.email, type: 'enroll' }
  const thief = (await shop.post('/auth/register/', squatter)).json<SignedIn>()
  const order = await shop.start(batchId, thief.access)
  await shop.post(`/payment/payment-verify/${batchId}/`, await shop.pay(order.order_id), thief.access)
  const { batchId: other } = await sellCourse(shop.db)
  const late = await shop.start(other, thief.access)
  await shop.db.query(`update undo_links set expires_at = app_now() + interval '1 day'`)

  expect((await undo(shop, token)).json()).toMatchObject({ email: person.email })
  expect((await shop.get('/auth/profile/', thief.access)).statusCode).toBe(401)
  // Sends queued mails first, so that the mail with the code is the newest.
  await shop.mails()
  expect((await enter(shop, person.email)).user.full_name).toBe(person.full_name)
  await shop.sendRefunds()
  expect(await shop.ledger()).toMatchObject({ enrolments: 0, receipts: 1, refunds: 1, dispositions: ['refunded'] })
  // A payment captured later is refunded too.
  await shop.pay(late.order_id, 'captured', { webhook: true })
  await shop.deliverWebhooks()
  await shop.sendRefunds()
  const ledger = await readLedger(shop.deps, operator)
  expect([ledger.refunded, ledgerBalances(ledger)]).toEqual([2, true])
})

test('the undo deletes a holder without payments [SEC-020]', async () => {
  const shop = await createTestApp()
  const { access, person } = await signInLongAgo(shop)
  await changeTo(shop, { access } as SignedIn, { email: newPerson().email, phone: person.phone_number })
  const holder = (await insertHolder(shop, person.email, false)).rows[0]?.id
  expect((await undo(shop, await undoTokenFor(shop, person.email))).statusCode).toBe(200)
  expect((await shop.db.query('select 1 from users where id = $1', [holder])).rowCount).toBe(0)
})

test('the first code of an address voids its links', async () => {
  const shop = await createTestApp()
  const { access, person } = await signInLongAgo(shop)
  await changeTo(shop, { access } as SignedIn, { email: newPerson().email, phone: person.phone_number })
  const sealed = await shop.db.query<{ props: object }>(`select props from mail_outbox where template = 'change-made'`)
  expect(sealed.rows).toEqual([{ props: {} }])
  const token = await undoTokenFor(shop, person.email)
  const dump = JSON.stringify((await shop.db.query('select * from undo_links')).rows)
  expect(dump).not.toContain(token)
  expect(shop.logged.join('\n')).not.toContain(token)
  await shop.db.query('update users set verified_at = null')
  const [row] = (await shop.db.query<{ email: string }>('select email from users')).rows
  await enter(shop, row?.email ?? '')
  expect((await undo(shop, token)).statusCode).toBe(400)
})

test.each(['', 'short', 'x'.repeat(43), `${'x'.repeat(42)}/`])('rejects the link %j', async (token) => {
  const shop = await createTestApp()
  expect((await undo(shop, token)).statusCode).toBe(400)
})

test('an account cannot be erased while a change can be undone', async () => {
  const shop = await createTestApp()
  const { access, refresh, person } = await signInLongAgo(shop)
  await changeTo(shop, { access } as SignedIn, { email: newPerson().email, phone: person.phone_number })
  await shop.passTime('61 seconds')
  expect((await shop.post('/auth/erase/', undefined, access)).statusCode).toBe(409)
  await shop.passTime('6 days 23 hours')
  await shop.post('/token/refresh/', { refresh })
  expect((await shop.post('/auth/erase/', undefined, access)).statusCode).toBe(409)
  await shop.passTime('1 hour')
  expect((await shop.post('/auth/erase/', undefined, access)).statusCode).toBe(200)
})
