import { expect, test } from 'vitest'
import type { ExportedData, SignedIn } from '#contract/people/accounts.ts'
import type { Purchase, PurchaseRequest } from '#contract/money/payments.ts'
import { addRecording } from '#tests/school/add-recording.ts'
import { cancelBatch } from '#tests/school/change-batch.ts'
import { changeTo, signInLongAgo } from '#tests/school/change-profile.ts'
import { createPayingShop } from '#tests/school/create-paying-shop.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { codeSentTo, newPerson, signIn } from '#tests/school/sign-in.ts'
import { operator, system } from '#server/platform/auth/principal.ts'
import { sweep } from '#server/features.ts'
import { approveRequest } from '#server/money/requests/decide-request.ts'
import { reconcile } from '#server/money/settlement/reconcile.ts'

async function askToErase(shop: TestApp, access: string, email: string): Promise<string> {
  // Sends queued mails first, so that the mail with the code is the newest.
  await shop.mails()
  const asked = await shop.post('/auth/erase/', undefined, access)
  if (asked.statusCode !== 200) throw new Error(asked.body)
  return codeSentTo(shop, email)
}
const erase = (shop: TestApp, access: string, otp: string) => shop.post('/auth/erase-verify/', { confirm: 'ERASE', otp }, access)
const enquire = (shop: TestApp, email: string) =>
  shop.post('/course-enquiry/', { name: 'Asha Patil', email, phone: '9812345670', course_name: 'DevOps' })
const exportOf = async (shop: TestApp, access: string) => (await shop.get('/auth/export/', access)).json<ExportedData>().parts

const watch = async (shop: TestApp, batchId: number, email: string) =>
  shop.db.query(
    `insert into recording_positions (user_id, recording_id, position_seconds, watched_at, updated_at)
     select id, $1, 12, now(), now() from users where email = $2`,
    [await addRecording(shop.db, batchId), email],
  )

/** Every row of the product's tables as text. */
async function dump(shop: TestApp): Promise<string> {
  const tables = await shop.db.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema = 'public'`,
  )
  const parts = await Promise.all(
    tables.rows.map(async ({ name }) => JSON.stringify((await shop.db.query(`select * from ${name}`)).rows, readable)),
  )
  return parts.join('\n')
}

/** Decodes bytes to text, so that a search finds text in them. */
function readable(_name: string, value: unknown): unknown {
  const bytes = value as { type?: unknown; data?: number[] } | null
  return bytes?.type === 'Buffer' && bytes.data ? Buffer.from(bytes.data).toString() : value
}

test('erases all personal data and lets the address register again [SEC-069]', async () => {
  const shop = await createTestApp()
  const { access, refresh, person } = await signInLongAgo(shop)
  await enquire(shop, person.email)
  await shop.db.query(
    `insert into webhook_events (provider, event_id, event_type, body, received_at, next_attempt_at, quarantined)
     values ('razorpay', 'evt_aside', 'payment.captured', $1, app_now(), app_now(), true)`,
    [Buffer.from(JSON.stringify({ email: person.email, contact: `+91${person.phone_number}` }))],
  )
  const otp = await askToErase(shop, access, person.email)
  await enquire(shop, person.email)
  const erased = await erase(shop, access, otp)
  expect([erased.statusCode, erased.json()]).toEqual([200, { message: 'Your account and your data have been erased.' }])
  expect((await shop.get('/auth/profile/', access)).statusCode).toBe(401)
  expect((await shop.post('/token/refresh/', { refresh })).statusCode).toBe(401)
  const [farewell] = await shop.mails(person.email)
  expect(farewell?.subject).toContain('has been erased')
  await shop.db.query(`delete from mail_outbox where template = 'account-erased' and sent_at is not null`)
  const left = await dump(shop)
  for (const trace of [person.email, person.phone_number, '9812345670', person.full_name]) expect(left).not.toContain(trace)

  const renewed = await signIn(shop, person)
  expect(Object.keys(await exportOf(shop, renewed.access))).toContain('enquiries')
  expect((await exportOf(shop, renewed.access))['enquiries']).toEqual([])
})

test('erases data under earlier and requested addresses', async () => {
  const shop = await createTestApp()
  const { access, refresh, person } = await signInLongAgo(shop)
  await enquire(shop, person.email)
  const [next, pendingChange] = [newPerson(), newPerson()]
  await changeTo(shop, { access } as SignedIn, { email: next.email, phone: person.phone_number })
  await shop.passTime('4 days')
  const half = (await shop.post('/token/refresh/', { refresh })).json<{ refresh: string }>()
  await shop.passTime('4 days')
  const renewed = (await shop.post('/token/refresh/', { refresh: half.refresh })).json<{ access: string }>().access
  await sweep(shop.deps, system)
  const asked = { user: { first_name: '', email: pendingChange.email }, student: { phone: person.phone_number } }
  expect((await shop.post('/auth/profile/', asked, renewed)).statusCode).toBe(200)
  await shop.passTime('61 seconds')
  expect((await erase(shop, renewed, await askToErase(shop, renewed, next.email))).statusCode).toBe(200)
  await shop.mails()
  // Codes of a requested address, which may be another person's, expire like all codes.
  await shop.passTime('3 days')
  await sweep(shop.deps, system)
  const left = await dump(shop)
  for (const trace of [person.email, next.email, pendingChange.email, person.phone_number, '9812345670', person.full_name]) {
    expect(left).not.toContain(trace)
  }
})

test('the placeholder address of an erased account cannot be guessed', async () => {
  const shop = await createTestApp()
  const { access, person } = await signInLongAgo(shop)
  const [{ id } = { id: 0 }] = (await shop.db.query<{ id: number }>('select id from users')).rows
  const squatter = { ...newPerson(), email: `erased-${id}@erased.invalid` }
  expect((await shop.post('/auth/register/', { ...squatter, type: 'enroll' })).statusCode).toBe(201)
  expect((await erase(shop, access, await askToErase(shop, access, person.email))).statusCode).toBe(200)
})

test('a change requested during an erasure leaves no data', async () => {
  const shop = await createTestApp({ factor: 100_000 })
  for (let round = 0; round < 6; round += 1) {
    const { access, person } = await signInLongAgo(shop)
    const pendingChange = newPerson()
    const otp = await askToErase(shop, access, person.email)
    const asked = { user: { first_name: '', email: pendingChange.email }, student: { phone: person.phone_number } }
    const [erased] = await Promise.all([erase(shop, access, otp), shop.post('/auth/profile/', asked, access)])
    expect(erased.statusCode).toBe(200)
    await shop.mails()
    await shop.passTime('3 days')
    await sweep(shop.deps, system)
    const left = await dump(shop)
    for (const trace of [person.email, pendingChange.email, person.phone_number]) expect(left).not.toContain(trace)
  }
})

test('requires the word and an erasure code of the same account', async () => {
  const shop = await createTestApp()
  const { access, person } = await signInLongAgo(shop)
  const otp = await askToErase(shop, access, person.email)
  for (const body of [{ otp }, { confirm: 'erase', otp }, { confirm: 'ERASE', otp: otp === '000000' ? '111111' : '000000' }]) {
    expect((await shop.post('/auth/erase-verify/', body, access)).statusCode).toBe(400)
  }
  expect((await shop.post(`/auth/verify-otp/?email=${person.email}`, { otp })).statusCode).toBe(400)
  expect((await shop.post(`/auth/update-verify/?email=${person.email}`, { otp }, access)).statusCode).toBe(400)
  await shop.passTime('61 seconds')
  await shop.post('/auth/login/', { email: person.email })
  const signInCode = await codeSentTo(shop, person.email)
  if (signInCode !== otp) expect((await erase(shop, access, signInCode)).statusCode).toBe(400)
  const stranger = await signIn(shop)
  expect((await erase(shop, stranger.access, otp)).statusCode).toBe(400)
  expect((await shop.get('/auth/profile/', access)).statusCode).toBe(200)
  expect((await erase(shop, access, otp)).statusCode).toBe(200)
})

test('erases once when a hundred right codes arrive at once', async () => {
  const shop = await createTestApp()
  const { access, person } = await signInLongAgo(shop)
  const otp = await askToErase(shop, access, person.email)
  const answers = await Promise.all(Array.from({ length: 100 }, () => erase(shop, access, otp)))
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1)
  expect(answers.filter((answer) => answer.statusCode === 401)).toHaveLength(99)
  expect((await shop.db.query('select 1 from code_guesses')).rowCount).toBe(0)
})

test('the placeholder address cannot register or log in', async () => {
  const shop = await createTestApp()
  const { access, person } = await signInLongAgo(shop)
  await erase(shop, access, await askToErase(shop, access, person.email))
  const { rows } = await shop.db.query<{ email: string }>('select email from users')
  const email = rows[0]?.email ?? ''
  expect((await shop.post('/auth/register/', { ...newPerson(), email, type: 'register' })).statusCode).toBe(409)
  await shop.post('/auth/login/', { email })
  expect((await shop.mails(email)).map(({ subject }) => subject)).toEqual([])
})

test('ends a paid enrolment and keeps the ledger balanced [SEC-069]', async () => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db, { capacity: 1 })
  const { access, person } = await signInLongAgo(shop)
  const order = await shop.start(batchId, access)
  await shop.post(`/payment/payment-verify/${batchId}/`, await shop.pay(order.order_id), access)
  expect((await exportOf(shop, access))['payments']).toMatchObject([
    { amount: 45_000, status: 'captured', disposition: 'enrolled' },
  ])
  await watch(shop, batchId, person.email)
  await erase(shop, access, await askToErase(shop, access, person.email))
  expect((await shop.db.query('select 1 from recording_positions')).rowCount).toBe(0)
  expect(await shop.ledger()).toEqual({ enrolments: 0, receipts: 1, refunds: 0, dispositions: ['enrolled'] })
  const next = await signIn(shop)
  expect((await shop.start(batchId, next.access)).order_id).toBeTruthy()
})

test.each(['the webhook', 'the reconciler'] as const)('refunds a payment after the erasure, reported by %s', async (reporter) => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db)
  const { access, person } = await signInLongAgo(shop)
  const order = await shop.start(batchId, access)
  await erase(shop, access, await askToErase(shop, access, person.email))
  await shop.pay(order.order_id, 'captured', { webhook: reporter === 'the webhook' })
  if (reporter === 'the webhook') await shop.deliverWebhooks()
  else {
    await shop.passTime('3 minutes')
    await reconcile(shop.deps, system)
  }
  expect((await shop.ledger()).dispositions).toEqual(['refund_due'])
  await shop.sendRefunds()
  await shop.deliverWebhooks()
  expect(await shop.ledger()).toEqual({ enrolments: 0, receipts: 0, refunds: 1, dispositions: ['refunded'] })
  expect(
    (
      await shop.db.query(
        `select 1 from mail_outbox where to_address like '%erased.invalid' and sent_at is null and given_up_at is null`,
      )
    ).rowCount,
  ).toBe(0)
})

test('sends a refund that was due before the erasure', async () => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db)
  const { access, person } = await signInLongAgo(shop)
  const order = await shop.start(batchId, access)
  await cancelBatch(shop, batchId)
  await shop.post(`/payment/payment-verify/${batchId}/`, await shop.pay(order.order_id), access)
  expect((await shop.ledger()).dispositions).toEqual(['refund_due'])
  await erase(shop, access, await askToErase(shop, access, person.email))
  await shop.sendRefunds()
  await shop.deliverWebhooks()
  expect((await shop.ledger()).dispositions).toEqual(['refunded'])
})

test('a concurrent payment and erasure leave no active enrolment', async () => {
  const shop = await createPayingShop()
  for (let round = 0; round < 5; round += 1) {
    const { batchId } = await sellCourse(shop.db)
    const { access, person } = await signInLongAgo(shop)
    const order = await shop.start(batchId, access)
    const otp = await askToErase(shop, access, person.email)
    const paid = await shop.pay(order.order_id)
    const [verified, erased] = await Promise.all([
      shop.post(`/payment/payment-verify/${batchId}/`, paid, access),
      erase(shop, access, otp),
    ])
    expect(erased.statusCode).toBe(200)
    expect([200, 202, 401]).toContain(verified.statusCode)
    if (verified.statusCode === 401) await shop.passTime('3 minutes')
    await reconcile(shop.deps, system)
    expect((await shop.ledger()).enrolments).toBe(0)
  }
  expect((await shop.ledger()).dispositions.every((disposition) => ['enrolled', 'refund_due'].includes(disposition))).toBe(true)
})

test('exports only data of the student, in plain values [SEC-069]', async () => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db)
  const { access, person } = await signInLongAgo(shop)
  const stranger = await signInLongAgo(shop)
  await enquire(shop, stranger.person.email)
  const order = await shop.start(batchId, access)
  const paid = await shop.pay(order.order_id)
  await shop.post(`/payment/payment-verify/${batchId}/`, paid, access)
  await enquire(shop, person.email)
  await watch(shop, batchId, person.email)
  await changeTo(shop, { access } as SignedIn, { email: person.email, phone: newPerson().phone_number })
  const answer = await shop.get('/auth/export/', access)
  expect(answer.headers['cache-control']).toBe('no-store')
  const { parts } = answer.json<ExportedData>()
  expect(parts).toMatchObject({
    profile: [{ full_name: person.full_name, email: person.email }],
    sessions: [{ revoked_at: null }],
    changes_that_can_be_undone: [{ previous_email: null, previous_phone: person.phone_number }],
    enrolments: [{ batch_id: batchId, ended_at: null }],
    orders: [{ order_id: order.order_id, amount: 45_000, status: 'paid' }],
    payments: [{ payment_id: paid.razorpay_payment_id, amount: 45_000 }],
    receipts: [{ payment_id: paid.razorpay_payment_id, number: 1, printed_name: person.full_name, printed_email: person.email }],
    refunds: [],
    refund_notes: [],
    refund_vouchers: [],
    requests: [],
    watched_recordings: [{ batch_id: batchId, day_number: 1, position_seconds: 12 }],
    enquiries: [{ kind: 'callback', course_name: 'DevOps' }],
  })
  expect(answer.body).not.toContain(stranger.person.email)
  expect((await shop.get('/auth/export/')).statusCode).toBe(401)
})

test('an unverified account exports no enquiries of its address', async () => {
  const shop = await createTestApp()
  const person = newPerson()
  await enquire(shop, person.email)
  const { access } = (await shop.post('/auth/register/', { ...person, type: 'enroll' })).json<SignedIn>()
  expect(Object.keys(await exportOf(shop, access))).not.toContain('enquiries')
})

test('an erasure removes the reason of a refund [SEC-069]', async () => {
  const shop = await createPayingShop()
  const { batchId, courseId } = await sellCourse(shop.db)
  const { access, person } = await signInLongAgo(shop)
  const order = await shop.start(batchId, access)
  await shop.post(`/payment/payment-verify/${batchId}/`, await shop.pay(order.order_id), access)
  const [purchase] = (await shop.get(`/payment/purchases/${courseId}/`, access)).json<Purchase[]>()
  const reason = `My mother Sunanda is ill, call ${person.phone_number}.`
  const request = { kind: 'refund', enrolment_id: purchase?.enrolment_id, reason }
  const asked = (await shop.post('/payment/requests/', request, access)).json<PurchaseRequest>()
  await approveRequest(shop.deps, operator, { requestId: asked.id, keepsAccess: false })
  await shop.sendRefunds()
  expect(await dump(shop)).toContain('Sunanda')
  await erase(shop, access, await askToErase(shop, access, person.email))
  expect(await dump(shop)).not.toContain('Sunanda')
  const { rows } = await shop.db.query('select reason, status from refunds')
  expect(rows).toEqual([{ reason: 'Erased', status: 'processed' }])
})

test('exports pending changes and code mails [SEC-069]', async () => {
  const shop = await createTestApp()
  const { access, person } = await signInLongAgo(shop)
  const next = newPerson()
  const asked = { user: { first_name: '', email: next.email }, student: { phone: next.phone_number } }
  expect((await shop.post('/auth/profile/', asked, access)).statusCode).toBe(200)
  await shop.post(`/auth/verify-otp/?email=${person.email}`, { otp: '000' })
  expect(await exportOf(shop, access)).toMatchObject({
    changes_that_wait_for_a_code: [{ new_email: next.email, new_phone: next.phone_number, code_sent_to: next.email }],
    codes: [{ purpose: 'sign_in' }],
    code_mails_by_network: [{ network: '127.0.0.0/24', purpose: 'sign_in' }],
    wrong_codes_by_network: [{ network: '127.0.0.0/24', purpose: 'sign_in' }],
  })
})
