import { expect, test } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import type { Today } from '#contract/desk/staff/today.ts'
import { addRecording } from '#tests/school/add-recording.ts'
import { createClassShop, february } from '#tests/school/class-shop.ts'
import { createPayingShop } from '#tests/school/create-paying-shop.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { type Clerk, openDesk, take } from '#tests/school/desk.ts'
import { addBatch, sellCourse } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { staffClient } from '#tests/school/staff-client.ts'
import { system } from '#server/platform/auth/principal.ts'
import { readLedger } from '#server/money/settlement/read-ledger.ts'
import { requestRefund } from '#server/money/refunds/queue-refund.ts'

test('each role gets the parts that it may read', async () => {
  const shop = await createTestApp()
  const parts = async (role: Role) => {
    const { day, is_demo: isDemo, ...rest } = (await staffClient(shop, role)('GET', 'today/')).as<Today>()
    expect(isDemo).toBe(false)
    expect(day).toMatch(/^\d{4}-\d\d-\d\d$/)
    return Object.entries(rest).flatMap(([name, part]) => (part === null ? [] : [name]))
  }
  expect(await parts('owner')).toEqual([
    'classes',
    'late_recordings',
    'leads',
    'approvals',
    'imports',
    'requests',
    'review',
    'money',
    'owed',
    'questions',
    'waitlist',
    'course_reviews',
    'failures',
    'filling',
  ])
  expect(await parts('content')).toEqual(['classes', 'late_recordings', 'filling'])
  expect(await parts('support')).toEqual([
    'classes',
    'late_recordings',
    'leads',
    'approvals',
    'imports',
    'requests',
    'review',
    'money',
    'owed',
    'questions',
    'waitlist',
    'course_reviews',
    'failures',
    'filling',
  ])
  expect(await parts('finance')).toEqual(['approvals', 'requests', 'review', 'money', 'owed', 'waitlist', 'failures', 'filling'])
  expect(await parts('instructor')).toEqual(['questions'])
})

test('shows money, requests, leads and seats as they are', async () => {
  const shop = await createPayingShop()
  const { batchId, courseId } = await sellCourse(shop.db, { capacity: 8, startsIn: '3 days' })
  await addBatch(shop.db, courseId, { startsIn: '90 days' })
  const { access } = await signIn(shop)
  const triple = await shop.pay((await shop.start(batchId, access)).order_id)
  await shop.post(`/payment/payment-verify/${batchId}/`, triple, access)
  await shop.post('/payment/requests/', { kind: 'refund', enrolment_id: 1, reason: 'No time.' }, access)
  await shop.db.query(
    `insert into enquiries (kind, name, email, phone, consent_version, consented_at, created_at)
     values ('hire', 'Tarang', 'hr@tarang.example', '9876543210', '1', app_now(), app_now() - interval '9 days'), ('hire', 'New', 'n@tarang.example', '9876543211', '1', app_now(), app_now())`,
  )
  const today = async () => (await staffClient(shop, 'owner')('GET', 'today/')).as<Today>()
  expect(await today()).toMatchObject({
    leads: { todo: 2, late: 1, oldest: [{ name: 'Tarang' }, { name: 'New' }] },
    requests: { open: 1 },
    money: { today_paise: 4_500_000, month_paise: 4_500_000, refunded_today_paise: 0, refunds: 0, refunds_paise: 0 },
    filling: [{ batch_id: batchId, students: 1, capacity: 8 }],
  })
  await requestRefund(shop.deps, { kind: 'operator' }, { paymentId: 1, amountPaise: 100_000, reason: 'asked', keepsAccess: true })
  expect((await today()).money).toMatchObject({ refunds: 1, refunds_paise: 100_000, refunded_today_paise: 0, to_pay_back: 0 })
  await shop.sendRefunds()
  const ledger = await readLedger(shop.deps, system)
  expect(ledger).toMatchObject({ captured_paise: 4_500_000, refunded_paise: 100_000 })
  expect((await today()).money).toMatchObject({
    today_paise: ledger.captured_paise,
    refunded_today_paise: ledger.refunded_paise,
    refunded_month_paise: ledger.refunded_paise,
    refunds: 0,
  })
})

test('counts what waits beyond the limits of its lists', async () => {
  const shop = await createPayingShop()
  await shop.db.query(
    `insert into enquiries (kind, name, email, phone, consent_version, consented_at, created_at)
     select 'hire', 'Tarang', 'hr@tarang.example', '9876543210', '1', app_now(), app_now() - case when n <= 250 then interval '9 days' else '1 hour' end
     from generate_series(1, 260) as n`,
  )
  await shop.db.query(
    `insert into unmatched_payments (provider_payment_id, provider_order_id, receipt, amount_paise, refunded_paise, currency, status, found_at)
     select 'pay_' || n, 'order_' || n, 'receipt ' || n, 1000, 400, 'INR', 'captured', app_now() from generate_series(1, 230) as n`,
  )
  await shop.db.query(
    `insert into webhook_events (provider, event_id, event_type, body, received_at, next_attempt_at, quarantined)
     select 'razorpay', 'event ' || n, 'payment.captured', '{}', app_now(), app_now(), true from generate_series(1, 210) as n`,
  )
  await shop.db.query(
    `insert into mail_outbox (template, to_address, props, created_at, given_up_at, last_error, attempts)
     select 'welcome', 'student' || n || '@example.com', '{}', app_now(), app_now(), '550 No such user', 5 from generate_series(1, 130) as n`,
  )
  const call = staffClient(shop, 'owner')
  expect((await call('GET', 'today/')).as<Today>()).toMatchObject({
    leads: { todo: 260, late: 250, oldest: Array.from({ length: 5 }, () => ({ name: 'Tarang' })) },
    review: { unmatched: 230, unmatched_paise: 138_000, events: 210 },
    failures: { mails: 130, jobs: 0 },
  })
  const late = async (value: boolean) => (await call('GET', `leads/?is_late=${value}`)).as<{ total: number }>().total
  expect([await late(true), await late(false)]).toEqual([250, 10])
})

test('names recordings that are late, for two weeks', async () => {
  const shop = await createClassShop(1)
  const late = async () => (await staffClient(shop, 'content')('GET', 'today/')).as<Today>().late_recordings
  const numbers = async () => (await late())?.newest.map(({ number }) => number)
  await shop.setClock(february('04', '04:29'))
  expect(await late()).toEqual({ total: 0, newest: [] })
  await shop.setClock(february('04', '04:30'))
  expect(await numbers()).toEqual([1])
  await addRecording(shop.db, shop.batchId)
  expect(await late()).toEqual({ total: 0, newest: [] })
  await shop.setClock(february('18', '16:00'))
  expect((await numbers())?.[0]).toBe(6)
  await shop.setClock(february('28', '16:00'))
  expect(await late()).toMatchObject({ total: 0 })
})

test('money of yesterday in India does not count as today', async () => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db)
  const { access } = await signIn(shop)
  const triple = await shop.pay((await shop.start(batchId, access)).order_id)
  await shop.post(`/payment/payment-verify/${batchId}/`, triple, access)
  await shop.db.query(
    `update payments set captured_at = ((app_now() at time zone 'Asia/Kolkata')::date)::timestamp at time zone 'Asia/Kolkata' - interval '1 second'`,
  )
  await requestRefund(shop.deps, { kind: 'operator' }, { paymentId: 1, amountPaise: 100_000, reason: 'asked', keepsAccess: true })
  await shop.sendRefunds()
  const money = async () => (await staffClient(shop, 'owner')('GET', 'today/')).as<Today>().money
  expect(await money()).toMatchObject({ today_paise: 0, refunded_today_paise: 100_000 })
  await shop.db.query(
    `update refunds set settled_at = ((app_now() at time zone 'Asia/Kolkata')::date)::timestamp at time zone 'Asia/Kolkata' - interval '1 second'`,
  )
  expect(await money()).toMatchObject({ today_paise: 0, refunded_today_paise: 0 })
})

test('approvals that I asked for wait for somebody else', async () => {
  const desk = await openDesk()
  await desk.setLimit(5_000_000)
  const { batchId } = await sellCourse(desk.shop.db, { price: 6_000_000 })
  const [asker, other] = [await desk.clerk(), await desk.clerk()]
  const support = await desk.clerk('support')
  await take(desk, asker, { student_id: (await desk.student()).id, batch_id: batchId, amount_paise: 6_000_000 })
  const approvals = async ({ call }: Clerk) => (await call('GET', 'today/')).as<Today>().approvals
  const nothing = { waiting: 0, waiting_paise: 0, oldest_at: null, for_others: 1 }
  expect(await approvals(asker)).toEqual({ ...nothing, alone_from: null })
  expect(await approvals(other)).toMatchObject({ waiting: 1, waiting_paise: 6_000_000, for_others: 0, alone_from: null })
  // Support approves places, never payments.
  expect(await approvals(support)).toEqual({ ...nothing, alone_from: null })
  await desk.shop.db.query('update staff set disabled_at = app_now() where id = $1', [other.id])
  const alone = await approvals(asker)
  expect(alone).toEqual({ ...nothing, alone_from: expect.any(String) })
  await desk.shop.passTime('24 hours 1 minute')
  expect(await approvals(asker)).toMatchObject({ waiting: 1, waiting_paise: 6_000_000, for_others: 0, alone_from: null })
})
