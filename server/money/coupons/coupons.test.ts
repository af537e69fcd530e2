import { expect, test } from 'vitest'
import type { PaymentChoice } from '#contract/money/choice.ts'
import { unusableCoupon } from '#contract/money/coupon-code.ts'
import type { CouponFigures, CouponRecord, CouponUse } from '#contract/money/staff/coupons.ts'
import { createPayingShop, type PayingShop } from '#tests/school/create-paying-shop.ts'
import { buy } from '#tests/school/sell-with-receipt.ts'
import { countStatements } from '#tests/school/count-statements.ts'
import { addBatch, sellCourse } from '#tests/school/sell-course.ts'
import { setSettings } from '#tests/school/set-settings.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { staffClient } from '#tests/school/staff-client.ts'
import { addStaff } from '#tests/school/staff.ts'
import { requestRefund } from '#server/money/refunds/queue-refund.ts'
import { operator } from '#server/platform/auth/principal.ts'
import { releaseLapsed } from './use-coupon.ts'

const half = { kind: 'percent', value: 50, course_ids: [], batch_ids: [], first_purchase: false, stacks: true }

/** A course of ₹45,000 with a coupon of half its price. */
async function shopWithCoupon(given: object = {}, course: Parameters<typeof sellCourse>[1] = {}) {
  const shop = await createPayingShop()
  const sold = await sellCourse(shop.db, course)
  const staff = staffClient(shop, 'finance')
  const coupon = (await staff('POST', 'coupons/', { body: { code: 'COLLEGE50', ...half, ...given } })).as<CouponRecord>()
  return { shop, ...sold, staff, coupon, read: async () => (await staff('GET', `coupons/${coupon.id}/`)).as<CouponRecord>() }
}

const choose = (shop: PayingShop, access: string, batch_id: number, coupon: unknown = 'COLLEGE50', plan: unknown = 'full') =>
  shop.app.inject({
    method: 'PUT',
    url: '/api/payment/choice/',
    headers: { authorization: `Bearer ${access}` },
    payload: { batch_id, plan, coupon },
  })

/** Chooses the coupon and pays. */
async function buyWith(shop: PayingShop, batchId: number, student?: Awaited<ReturnType<typeof signIn>>) {
  const buyer = student ?? (await signIn(shop))
  expect((await choose(shop, buyer.access, batchId)).statusCode).toBe(200)
  return buy(shop, batchId, buyer)
}

test('a start follows the choice and its price', async () => {
  const { shop, batchId } = await shopWithCoupon({}, { discounts: [{ value: '20%' }] })
  const { access } = await signIn(shop)
  const chosen = (await choose(shop, access, batchId, ' college50 ')).json<PaymentChoice>()
  expect(chosen).toEqual({
    batch_id: batchId,
    plan: 'full',
    coupon: 'COLLEGE50',
    lines: [
      { kind: 'list', label: 'List price', paise: 4_500_000 },
      { kind: 'course_discount', label: '20% off', paise: -900_000 },
      { kind: 'coupon', label: 'Code COLLEGE50', paise: -1_800_000 },
      { kind: 'total', label: 'Total fee', paise: 1_800_000 },
    ],
    total_paise: 1_800_000,
    today_paise: 1_800_000,
    parts: [{ number: 1, paise: 1_800_000, due_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }],
    plans: [],
  })
  expect((await shop.get(`/payment/choice/${batchId}/`, access)).json()).toEqual(chosen)
  expect((await shop.start(batchId, access)).amount).toBe(18_000)
})

test('without a choice the full price is paid', async () => {
  const { shop, batchId } = await shopWithCoupon()
  const { access } = await signIn(shop)
  expect((await shop.get(`/payment/choice/${batchId}/`, access)).json()).toMatchObject({ coupon: null, total_paise: 4_500_000 })
  expect((await shop.start(batchId, access)).amount).toBe(45_000)
  expect((await choose(shop, access, batchId)).statusCode).toBe(200)
  expect((await shop.start(batchId, access)).amount).toBe(22_500)
  expect((await choose(shop, access, batchId, null)).json()).toMatchObject({ coupon: null, total_paise: 4_500_000 })
  expect((await shop.start(batchId, access)).amount).toBe(45_000)
})

test('a paid order spends the use and its receipt prints it', async () => {
  const { shop, batchId, read, staff, coupon } = await shopWithCoupon({ limit: 1 })
  const student = await signIn(shop)
  await choose(shop, student.access, batchId)
  await shop.start(batchId, student.access)
  expect(await read()).toMatchObject({ uses: 0, reserved: 1, given_paise: 0 })
  await buy(shop, batchId, student)
  expect(await read()).toMatchObject({ uses: 1, reserved: 0, given_paise: 2_250_000, sold_paise: 2_250_000 })
  const { rows } = await shop.db.query(`select printed -> 'price' as price from receipts`)
  expect(rows).toEqual([
    {
      price: {
        list_paise: 4_500_000,
        discount_paise: 2_250_000,
        discount_text: null,
        discounts: [{ kind: 'coupon', label: 'Code COLLEGE50', paise: -2_250_000 }],
      },
    },
  ])
  const uses = (await staff('GET', `coupon-uses/?coupon=${coupon.id}`)).as<{ items: CouponUse[] }>().items
  expect(uses).toMatchObject([
    { code: 'COLLEGE50', state: 'spent', discount_paise: 2_250_000, student: student.person.full_name },
  ])
  expect((await choose(shop, (await signIn(shop)).access, batchId)).json()).toEqual(refusal)
})

test('figures by month and batch are those of the record', async () => {
  const { shop, batchId, courseId, staff, coupon, read } = await shopWithCoupon({ limit_per_person: 9 })
  const other = await addBatch(shop.db, courseId)
  const figures = async () => (await staff('GET', `coupons/${coupon.id}/figures/`)).as<CouponFigures>()
  expect(await figures()).toEqual({ months: [], batches: [] })
  const first = await buyWith(shop, batchId)
  await buyWith(shop, batchId)
  await buyWith(shop, other)
  // Two months lie between the first use and the others.
  await shop.db.query(
    `update coupon_uses set changed_at = date_trunc('month', changed_at at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata' - interval '65 days'
     where order_id = (select min(order_id) from coupon_uses)`,
  )
  const { months, batches } = await figures()
  const sum = { uses: 1, sold_paise: 2_250_000, given_paise: 2_250_000 }
  const twice = { uses: 2, sold_paise: 4_500_000, given_paise: 4_500_000 }
  const none = { uses: 0, sold_paise: 0, given_paise: 0 }
  expect(months).toMatchObject([twice, none, none, sum])
  expect(batches).toMatchObject([
    { batch_id: batchId, course: expect.any(String), ...twice },
    { batch_id: other, ...sum },
  ])
  const { uses, sold_paise, given_paise } = await read()
  expect({ uses, sold_paise, given_paise }).toEqual({ uses: 3, sold_paise: 6_750_000, given_paise: 6_750_000 })
  // A full refund takes its use out.
  await refundWhole(shop, first.triple.razorpay_payment_id)
  expect((await figures()).months).toMatchObject([twice])
  expect((await figures()).batches).toMatchObject([
    { batch_id: batchId, ...sum },
    { batch_id: other, ...sum },
  ])
})

async function refundWhole(shop: PayingShop, providerId: string): Promise<void> {
  const { rows } = await shop.db.query<{ id: number }>(`select id::int from payments where provider_payment_id = $1`, [
    providerId,
  ])
  await requestRefund(shop.deps, operator, {
    paymentId: rows[0]?.id ?? 0,
    reason: 'Sick.',
    keepsAccess: false,
    amountPaise: null,
  })
  await shop.sendRefunds()
  await shop.deliverWebhooks()
}

test('figures of a coupon leave as a file', async () => {
  const { shop, batchId, coupon } = await shopWithCoupon()
  await buyWith(shop, batchId)
  const finance = await addStaff(shop, 'finance')
  const file = (query: string, of = coupon.id) =>
    shop.app.inject({
      url: `/api/staff/coupons/${of}/figures/export/?${query}`,
      headers: { ...shop.asStaff('finance', finance) },
    })
  const months = await file('by=month')
  expect(months.headers['content-disposition']).toContain('COLLEGE50-by-month.csv')
  expect(months.body).toMatch(/^\ufeffmonth,uses,sold,given\r\n\d{4}-\d\d,1,22500\.00,22500\.00\r\n$/)
  expect((await file('by=batch')).body).toMatch(
    /^\ufeffbatch,course,starts_at \(IST\),uses,sold,given\r\n\d+,.+,1,22500\.00,22500\.00\r\n$/,
  )
  expect([(await file('by=week')).statusCode, (await file('by=month', 999)).statusCode]).toEqual([400, 404])
  const { rows } = await shop.db.query(
    `select changes #>> '{list,after}' as list, changes #>> '{filter,after,by}' as by, changes #>> '{rows,after}' as rows
     from audit_log where table_name = 'list_exports' order by id`,
  )
  expect(rows).toEqual([
    { list: 'coupon-figures', by: 'month', rows: '1' },
    { list: 'coupon-figures', by: 'batch', rows: '1' },
  ])
})

const refusal = expect.objectContaining({ coupon: [unusableCoupon], error_message: { coupon: [unusableCoupon] } })

test.each([
  [
    'ended by staff',
    {},
    async ({ staff, coupon }: Sold) => void (await staff('POST', `coupons/${coupon.id}/end/`, { version: 1 })),
  ],
  ['past its last day', { valid_until: '2026-01-01' }],
  ['before its first day', { valid_from: '2090-01-01' }],
  [
    'for another student',
    {},
    async ({ shop, coupon }: Sold) => {
      await staffClient(shop, 'finance')('PATCH', `coupons/${coupon.id}/`, {
        version: 1,
        body: { student_id: (await signIn(shop)).user.id },
      })
    },
  ],
  ['below its minimum', { minimum_paise: 4_500_001 }],
  ['beyond its cost', { cost_cap_paise: 2_249_999 }],
] as [string, object, ((sold: Sold) => Promise<void>)?][])(
  'a code %s answers as a wrong one [SEC-143]',
  async (_, given, before) => {
    const sold = await shopWithCoupon(given)
    await before?.(sold)
    const { access } = await signIn(sold.shop)
    const [real, wrong] = [
      await choose(sold.shop, access, sold.batchId),
      await choose(sold.shop, access, sold.batchId, 'NOSUCHCODE'),
    ]
    expect([real.statusCode, real.json()]).toEqual([400, refusal])
    expect(wrong.json()).toEqual(real.json())
    expect((await sold.shop.start(sold.batchId, access)).amount).toBe(45_000)
  },
)

type Sold = Awaited<ReturnType<typeof shopWithCoupon>>

test('a code for another course or batch is refused', async () => {
  const { shop, batchId, courseId, staff } = await shopWithCoupon()
  const other = await sellCourse(shop.db)
  const make = (code: string, scope: object) => staff('POST', 'coupons/', { body: { code, ...half, ...scope } })
  await make('FORCOURSE', { course_ids: [courseId] })
  await make('FORBATCH', { batch_ids: [batchId] })
  const second = await addBatch(shop.db, courseId)
  const { access } = await signIn(shop)
  const status = async (batch: number, code: string) => (await choose(shop, access, batch, code)).statusCode
  expect([
    await status(batchId, 'FORCOURSE'),
    await status(second, 'FORCOURSE'),
    await status(other.batchId, 'FORCOURSE'),
  ]).toEqual([200, 200, 400])
  expect([await status(batchId, 'FORBATCH'), await status(second, 'FORBATCH')]).toEqual([200, 400])
})

test('bad choices are refused and change nothing', async () => {
  const { shop, batchId } = await shopWithCoupon()
  const { access } = await signIn(shop)
  for (const code of ['X'.repeat(5000), 'a b c d e', '', 7, "'; drop table coupons; --"]) {
    const answer = await choose(shop, access, batchId, code)
    expect([answer.statusCode, answer.json()], String(code).slice(0, 20)).toMatchObject([400, { coupon: [unusableCoupon] }])
  }
  expect((await choose(shop, access, batchId, null, 3)).json()).toMatchObject({ plan: [expect.any(String)] })
  expect((await choose(shop, access, 999_999)).statusCode).toBe(404)
  expect((await choose(shop, 'nobody', batchId)).statusCode).toBe(401)
  expect((await shop.db.query('select 1 from payment_choices')).rows).toEqual([])
})

test('twenty students at once get the last three uses', async () => {
  const { shop, batchId, read } = await shopWithCoupon({ limit: 3 })
  const students = await Promise.all(Array.from({ length: 20 }, () => signIn(shop)))
  await Promise.all(students.map(({ access }) => choose(shop, access, batchId)))
  const starts = await Promise.all(
    students.map(({ access }) => shop.post(`/payment/start-payment/${batchId}/`, undefined, access)),
  )
  const refused = starts.filter(({ statusCode }) => statusCode !== 200)
  expect(refused).toHaveLength(17)
  expect(refused[0]?.json()).toMatchObject({ code: 'coupon_gone' })
  expect(await read()).toMatchObject({ uses: 0, reserved: 3 })
  expect((await shop.db.query('select 1 from payment_orders')).rows).toHaveLength(3)
})

test('two starts of one student share a single use', async () => {
  const { shop, batchId, courseId, read } = await shopWithCoupon({ limit_per_person: 1 })
  const other = await addBatch(shop.db, courseId)
  const { access } = await signIn(shop)
  for (const batch of [batchId, other]) expect((await choose(shop, access, batch)).statusCode).toBe(200)
  const starts = await Promise.all(
    [batchId, other].map((batch) => shop.post(`/payment/start-payment/${batch}/`, undefined, access)),
  )
  expect(starts.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409])
  expect(await read()).toMatchObject({ reserved: 1 })
})

test('a second start keeps the use that the order has', async () => {
  const { shop, batchId, read } = await shopWithCoupon({ limit: 1, limit_per_person: 1 })
  const { access } = await signIn(shop)
  await choose(shop, access, batchId)
  const first = await shop.start(batchId, access)
  expect((await choose(shop, access, batchId)).statusCode).toBe(200)
  expect(await shop.start(batchId, access)).toEqual(first)
  expect(await read()).toMatchObject({ reserved: 1 })
})

test('a hold that lapses frees the use for another student', async () => {
  const { shop, batchId, read } = await shopWithCoupon({ limit: 1 })
  const [first, second] = [await signIn(shop), await signIn(shop)]
  await choose(shop, first.access, batchId)
  const order = await shop.start(batchId, first.access)
  expect((await choose(shop, second.access, batchId)).statusCode).toBe(400)
  await shop.passTime('16 minutes')
  await buyWith(shop, batchId, second)
  expect(await read()).toMatchObject({ uses: 1, reserved: 0 })
  // The first one pays all the same: the price does not hold any more.
  const late = await shop.post(`/payment/payment-verify/${batchId}/`, await shop.pay(order.order_id), first.access)
  expect(late.json()).toMatchObject({ status: 'refund_due' })
  await shop.sendRefunds()
  expect(await shop.ledger()).toMatchObject({ enrolments: 1, receipts: 1, dispositions: ['enrolled', 'refunded'] })
  expect(await read()).toMatchObject({ uses: 1, reserved: 0 })
})

test('the sweep frees the uses of lapsed holds once', async () => {
  const { shop, batchId, read } = await shopWithCoupon()
  const { access } = await signIn(shop)
  await choose(shop, access, batchId)
  const order = await shop.start(batchId, access)
  await releaseLapsed(shop.deps.db)
  expect(await read()).toMatchObject({ reserved: 1 })
  await shop.passTime('16 minutes')
  await Promise.all([releaseLapsed(shop.deps.db), releaseLapsed(shop.deps.db)])
  expect(await read()).toMatchObject({ reserved: 0, uses: 0 })
  // While uses are left a late payment takes one again.
  const late = await shop.post(`/payment/payment-verify/${batchId}/`, await shop.pay(order.order_id), access)
  expect(late.json()).toMatchObject({ status: 'enrolled' })
  expect(await read()).toMatchObject({ reserved: 0, uses: 1 })
})

test('an ended coupon is honoured while the hold lives', async () => {
  const { shop, batchId, staff, coupon, read } = await shopWithCoupon()
  const [held, late] = [await signIn(shop), await signIn(shop)]
  for (const { access } of [held, late]) await choose(shop, access, batchId)
  const [order, lateOrder] = [await shop.start(batchId, held.access), await shop.start(batchId, late.access)]
  await staff('POST', `coupons/${coupon.id}/end/`, { version: coupon.version })
  const verify = async (id: string, access: string) =>
    (await shop.post(`/payment/payment-verify/${batchId}/`, await shop.pay(id), access)).json()
  expect(await verify(order.order_id, held.access)).toMatchObject({ status: 'enrolled', amount: 22_500 })
  await shop.passTime('16 minutes')
  expect(await verify(lateOrder.order_id, late.access)).toMatchObject({ status: 'refund_due' })
  expect(await read()).toMatchObject({ uses: 1, reserved: 0, state: 'ended' })
})

test('a full refund alone gives the use back, once', async () => {
  const { shop, batchId, read, staff } = await shopWithCoupon({ limit: 1 })
  const student = await buyWith(shop, batchId)
  const { triple, access } = student
  const refund = (amount: number) => shop.provider('POST', `/v1/payments/${triple.razorpay_payment_id}/refund`, { amount })
  await refund(1_000_000)
  await shop.deliverWebhooks()
  expect(await read()).toMatchObject({ uses: 1 })
  await refund(1_250_000)
  await shop.deliverWebhooks()
  await shop.deliverWebhooks()
  expect(await read()).toMatchObject({ uses: 0, reserved: 0, given_paise: 0, sold_paise: 0 })
  const uses = (await staff('GET', 'coupon-uses/?state=returned')).as<{ items: CouponUse[] }>().items
  expect(uses).toHaveLength(1)
  // The same student may use it again, by a choice of its own.
  expect((await shop.start(batchId, access)).amount).toBe(45_000)
  await buyWith(shop, batchId, student)
  expect(await read()).toMatchObject({ uses: 1 })
})

test('a returned second payment of an order keeps the use', async () => {
  const { shop, batchId, read } = await shopWithCoupon()
  const { access } = await signIn(shop)
  await choose(shop, access, batchId)
  const { order_id: order } = await shop.start(batchId, access)
  const late = await shop.pay(order, 'authorized')
  expect((await shop.post(`/payment/payment-verify/${batchId}/`, await shop.pay(order), access)).json()).toMatchObject({
    status: 'enrolled',
  })
  await shop.provider('POST', `/v1/payments/${late.razorpay_payment_id}/capture`, { amount: 2_250_000, currency: 'INR' })
  await shop.deliverWebhooks()
  await shop.sendRefunds()
  await shop.deliverWebhooks()
  expect(await shop.ledger()).toMatchObject({ enrolments: 1, dispositions: ['enrolled', 'refunded'] })
  expect(await read()).toMatchObject({ uses: 1, given_paise: 2_250_000 })
})

test('a setting keeps the use of a refunded payment', async () => {
  const { shop, batchId, read } = await shopWithCoupon({ limit: 1 })
  await setSettings(shop.db, { coupons_return: false })
  const { triple } = await buyWith(shop, batchId)
  await shop.provider('POST', `/v1/payments/${triple.razorpay_payment_id}/refund`, {})
  await shop.deliverWebhooks()
  expect(await read()).toMatchObject({ uses: 1 })
})

test('a coupon for a first purchase is refused after one', async () => {
  const { shop, batchId } = await shopWithCoupon({ first_purchase: true })
  const other = await sellCourse(shop.db)
  const student = await buyWith(shop, batchId)
  expect((await choose(shop, student.access, other.batchId)).json()).toEqual(refusal)
})

test('many codes of one account are refused with 429 [SEC-143]', async () => {
  const { shop, batchId } = await shopWithCoupon()
  const { access } = await signIn(shop)
  const statuses: number[] = []
  for (let index = 0; index < 31; index += 1) {
    statuses.push((await choose(shop, access, batchId, `GUESS${100 + index}`)).statusCode)
  }
  expect([new Set(statuses.slice(0, 30)), statuses[30]]).toEqual([new Set([400]), 429])
  expect((await choose(shop, access, batchId)).statusCode).toBe(429)
  expect((await choose(shop, access, batchId, null)).statusCode).toBe(200)
})

test('a start without a coupon sends fewer statements than one with', async () => {
  const { shop, batchId, courseId } = await shopWithCoupon()
  const other = await addBatch(shop.db, courseId)
  const { access } = await signIn(shop)
  await choose(shop, access, batchId)
  const plain = await countStatements(shop, () => shop.start(other, access))
  expect(await countStatements(shop, () => shop.start(batchId, access))).toBeGreaterThan(plain)
})

test('staff make, change and end coupons by their roles', async () => {
  const { shop, staff, coupon } = await shopWithCoupon()
  expect(coupon).toMatchObject({ code: 'COLLEGE50', limit: null, state: 'active', uses: 0 })
  expect((await staff('POST', 'coupons/', { body: { code: 'college50', ...half } })).error).toMatchObject({ code: 'code_taken' })
  for (const [field, value] of [
    ['value', 101],
    ['value', 0],
    ['code', 'SHORT'],
    ['code', 'X'.repeat(21)],
    ['code', 'WITH-DASH'],
    ['course_ids', [999_999]],
    ['batch_ids', [999_999]],
    ['student_id', 999_999],
    ['valid_from', '2026-13-01'],
    ['limit', 0],
  ] as const) {
    const answer = await staff('POST', 'coupons/', { body: { code: 'ANOTHER1', ...half, [field]: value } })
    expect([400, 409], `${field} ${String(value)}`).toContain(answer.status)
    expect(answer.error[field], field).toBeDefined()
  }
  const reversed = { valid_from: '2026-12-02', valid_until: '2026-12-01' }
  expect((await staff('POST', 'coupons/', { body: { code: 'ANOTHER1', ...half, ...reversed } })).error).toMatchObject({
    code: 'days_reversed',
  })
  const changed = await staff('PATCH', `coupons/${coupon.id}/`, { body: { limit: 5 }, version: coupon.version })
  expect(changed.as<CouponRecord>()).toMatchObject({ limit: 5, code: 'COLLEGE50' })
  expect((await staff('PATCH', `coupons/${coupon.id}/`, { body: { code: 'OTHERNAME' }, version: 2 })).status).toBe(400)
  const ended = await staff('POST', `coupons/${coupon.id}/end/`, { version: 2 })
  expect(ended.as<CouponRecord>().state).toBe('ended')
  expect((await staffClient(shop, 'support')('GET', 'coupons/')).status).toBe(200)
  expect((await staffClient(shop, 'support')('POST', 'coupons/', { body: { code: 'ANOTHER1', ...half } })).status).toBe(403)
  expect((await staffClient(shop, 'content')('GET', 'coupons/')).status).toBe(403)
})

test('the minimum of a coupon asks an agreed price too', async () => {
  const { shop, batchId } = await shopWithCoupon({ minimum_paise: 4_000_000 })
  const staff = staffClient(shop, 'finance', await addStaff(shop, 'finance'))
  const student = await signIn(shop)
  expect((await choose(shop, student.access, batchId)).statusCode).toBe(200)
  const link = await staff('POST', 'payment-links/', {
    body: {
      student_id: student.user.id,
      email: null,
      batch_id: batchId,
      price_paise: 3_000_000,
      reason: 'Agreed on the phone.',
      expires_at: new Date(Date.now() + 432_000_000).toISOString(),
    },
  })
  expect(link.as<object>()).toMatchObject({ state: 'active' })
  const open = { batch_id: batchId, offer: new URL(link.as<{ url: string }>().url).searchParams.get('offer') }
  expect((await shop.post('/payment/link/open/', open, student.access)).json()).toMatchObject({ state: 'active' })
  expect((await choose(shop, student.access, batchId)).json()).toMatchObject({ coupon: [unusableCoupon] })
})

test('a code that is no code is refused in words', async () => {
  const { staff } = await shopWithCoupon()
  for (const code of ['ABC', 'A'.repeat(5000), 'TWO WORDS']) {
    const { status, error } = await staff('POST', 'coupons/', { body: { code, ...half } })
    expect([status, error.code, error.message]).toEqual([
      400,
      'invalid',
      'Please give 6 to 20 letters and digits, without spaces.',
    ])
  }
})

test('a coupon has sold all parts of a price', async () => {
  const { shop, batchId, courseId, staff, coupon, read } = await shopWithCoupon()
  const parts = [
    { percent: 40, days: 0 },
    { percent: 60, days: 30 },
  ]
  const plan = await staff('POST', 'payment-plans/', { body: { course_id: courseId, name: 'Two parts', parts } })
  const buyer = await signIn(shop)
  const chosen = await choose(shop, buyer.access, batchId, 'COLLEGE50', plan.as<{ id: number }>().id)
  expect(chosen.json()).toMatchObject({ total_paise: 2_250_000, today_paise: 900_000 })
  const { triple } = await buy(shop, batchId, buyer)
  const sums = { uses: 1, sold_paise: 2_250_000, given_paise: 2_250_000 }
  expect(await read()).toMatchObject(sums)
  const figures = (await staff('GET', `coupons/${coupon.id}/figures/`)).as<CouponFigures>()
  expect([figures.months, figures.batches]).toMatchObject([[sums], [sums]])
  await shop.provider('POST', `/v1/payments/${triple.razorpay_payment_id}/refund`, {})
  await shop.deliverWebhooks()
  expect(await read()).toMatchObject({ uses: 0, sold_paise: 0, given_paise: 0 })
})
