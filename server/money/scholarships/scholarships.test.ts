import { expect, test } from 'vitest'
import type { OwnPrice, PaymentChoice } from '#contract/money/choice.ts'
import type { ScholarshipRecord } from '#contract/money/staff/scholarships.ts'
import { createPayingShop } from '#tests/school/create-paying-shop.ts'
import { buy } from '#tests/school/sell-with-receipt.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { setSettings } from '#tests/school/set-settings.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { addStaff } from '#tests/school/staff.ts'
import { staffClient } from '#tests/school/staff-client.ts'

const until = '2090-01-01'

/** A course of ₹36,000, after a discount of 20%, and a student. */
async function shopWithStudent() {
  const shop = await createPayingShop()
  const sold = await sellCourse(shop.db, { discounts: [{ value: '20%' }] })
  const student = await signIn(shop)
  const asker = await addStaff(shop, 'finance')
  const staff = staffClient(shop, 'finance', asker)
  const body = (given: object = {}) => ({
    student_id: student.user.id,
    batch_id: sold.batchId,
    price_paise: 1_000_000,
    reason: 'Scholarship of the alumni.',
    valid_until: until,
    ...given,
  })
  const grant = (given: object = {}) => staff('POST', 'scholarships/', { body: body(given) })
  const priceFor = async (access = student.access) =>
    (await shop.get(`/payment/choice/${sold.batchId}/`, access)).json<PaymentChoice>()
  return { shop, ...sold, student, staff, asker, grant, priceFor }
}

test('a granted price is what its student alone pays', async () => {
  const { shop, batchId, student, grant, priceFor } = await shopWithStudent()
  const made = await grant()
  expect([made.status, made.as<ScholarshipRecord>()]).toMatchObject([
    201,
    { state: 'active', price_paise: 1_000_000, approval_id: null },
  ])
  expect(await priceFor()).toMatchObject({
    total_paise: 1_000_000,
    lines: [{ kind: 'list' }, { kind: 'scholarship', paise: -3_500_000 }, { kind: 'total' }],
  })
  expect((await priceFor((await signIn(shop)).access)).total_paise).toBe(3_600_000)
  await buy(shop, batchId, student)
  expect(await shop.ledger()).toMatchObject({ enrolments: 1, receipts: 1, dispositions: ['enrolled'] })
  const { rows } = await shop.db.query(
    `select p.amount_paise, r.printed #> '{price,discounts}' as discounts from payments p join receipts r on r.payment_id = p.id`,
  )
  expect(rows).toEqual([
    { amount_paise: 1_000_000, discounts: [{ kind: 'scholarship', label: 'Scholarship', paise: -3_500_000 }] },
  ])
})

test('a student sees own prices of batches ahead', async () => {
  const { shop, batchId, student, grant, staff } = await shopWithStudent()
  const pricesFor = async (access?: string) =>
    (await shop.get('/payment/own-prices/', access)).json<{ items: OwnPrice[] }>().items
  expect(await pricesFor(student.access)).toEqual([])
  const granted = (await grant()).as<ScholarshipRecord>()
  const linked = await sellCourse(shop.db, { price: 3_600_000 })
  await staff('POST', 'payment-links/', {
    body: {
      student_id: student.user.id,
      email: null,
      batch_id: linked.batchId,
      price_paise: 3_000_000,
      reason: 'Agreed on the phone.',
      expires_at: new Date(Date.now() + 432_000_000).toISOString(),
    },
  })
  const scholarship = {
    batch_id: batchId,
    total_paise: 1_000_000,
    lines: [
      { kind: 'list', label: 'List price', paise: 4_500_000 },
      { kind: 'scholarship', label: 'Scholarship', paise: -3_500_000 },
      { kind: 'total', label: 'Total fee', paise: 1_000_000 },
    ],
  }
  expect(await pricesFor(student.access)).toEqual([
    scholarship,
    expect.objectContaining({ batch_id: linked.batchId, total_paise: 3_000_000 }),
  ])
  expect(await pricesFor((await signIn(shop)).access)).toEqual([])
  expect((await shop.get('/payment/own-prices/')).statusCode).toBe(401)
  // Neither a price that everybody has nor one that is over is a student's own.
  await shop.db.query('update courses set price_paise = 900000 where id = (select course_id from batches where id = $1)', [
    batchId,
  ])
  expect((await pricesFor(student.access)).map((one) => one.batch_id)).toEqual([linked.batchId])
  await shop.db.query('update courses set price_paise = 4500000 where id = (select course_id from batches where id = $1)', [
    batchId,
  ])
  await staff('POST', `scholarships/${granted.id}/end/`, { version: granted.version })
  await shop.db.query('update payment_links set expires_at = app_now()')
  expect(await pricesFor(student.access)).toEqual([])
})

test('a price of nothing enrols at once without a payment', async () => {
  const { shop, grant } = await shopWithStudent()
  expect((await grant({ price_paise: 0 })).as<ScholarshipRecord>()).toMatchObject({ state: 'active', is_enrolled: true })
  expect(await shop.ledger()).toMatchObject({ receipts: 0, dispositions: [] })
  expect((await grant({ price_paise: 0 })).status).toBe(409)
})

test('a grant above the limit waits for a second person', async () => {
  const { shop, student, grant, priceFor, staff } = await shopWithStudent()
  await setSettings(shop.db, { approval_above_paise: 1_000_000 })
  const waiting = (await grant()).as<ScholarshipRecord>()
  expect(waiting).toMatchObject({ state: 'waiting', approval_id: expect.any(Number) })
  expect((await priceFor()).total_paise).toBe(3_600_000)
  expect((await grant()).status).toBe(409)
  const decide = (verb: string, client = staff, body?: object) =>
    client('POST', `approvals/${waiting.approval_id}/${verb}/`, { version: 1, ...(body ? { body } : {}) })
  const second = staffClient(shop, 'owner', await addStaff(shop, 'owner'))
  expect((await decide('approve')).error.code).toBe('own_request')
  const approved = await decide('approve', second)
  expect(approved.as<object>()).toMatchObject({
    state: 'approved',
    kind: 'scholarship',
    price_paise: 1_000_000,
    amount_paise: 3_500_000,
  })
  expect((await priceFor()).total_paise).toBe(1_000_000)
  const { rows } = await shop.db.query(`select to_address from mail_outbox where template = 'scholarship'`)
  expect(rows).toEqual([{ to_address: student.person.email }])
})

test('a grant whose last day has passed is not approved', async () => {
  const { shop, grant, staff } = await shopWithStudent()
  await setSettings(shop.db, { approval_above_paise: 0 })
  for (const price_paise of [1_000_000, 0]) {
    const { id, approval_id } = (
      await grant({ price_paise, valid_until: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10) })
    ).as<ScholarshipRecord>()
    await shop.db.query(`update scholarships set valid_until = '2026-01-01' where id = $1`, [id])
    const second = staffClient(shop, 'owner', await addStaff(shop, 'owner'))
    const approved = await second('POST', `approvals/${approval_id}/approve/`, { version: 1 })
    expect(approved.as<object>()).toMatchObject({ state: 'failed', answer: 'Its last day has passed, or it was ended already.' })
    expect((await staff('GET', `scholarships/${id}/`)).as<ScholarshipRecord>().state).toBe('declined')
  }
  const { rows } = await shop.db.query(
    `select 1 from mail_outbox where template = 'scholarship' union all select 1 from enrolments`,
  )
  expect(rows).toEqual([])
})

test('a declined or withdrawn grant gives no price', async () => {
  const { shop, grant, priceFor, staff } = await shopWithStudent()
  await setSettings(shop.db, { approval_above_paise: 0 })
  const second = staffClient(shop, 'owner', await addStaff(shop, 'owner'))
  for (const [client, verb, body] of [
    [second, 'decline', { reason: 'Not this year.' }],
    [staff, 'withdraw', undefined],
  ] as const) {
    const { id, approval_id } = (await grant()).as<ScholarshipRecord>()
    expect((await client('POST', `approvals/${approval_id}/${verb}/`, { version: 1, ...(body ? { body } : {}) })).status).toBe(
      200,
    )
    expect((await staff('GET', `scholarships/${id}/`)).as<ScholarshipRecord>().state).toBe('declined')
  }
  expect((await priceFor()).total_paise).toBe(3_600_000)
})

test('an ended scholarship leaves a started payment its price', async () => {
  const { shop, batchId, student, grant, priceFor, staff } = await shopWithStudent()
  const { id, version } = (await grant()).as<ScholarshipRecord>()
  const order = await shop.start(batchId, student.access)
  expect(order.amount).toBe(10_000)
  expect((await staff('POST', `scholarships/${id}/end/`, { version })).as<ScholarshipRecord>().state).toBe('ended')
  expect((await priceFor()).total_paise).toBe(3_600_000)
  const paid = await shop.post(`/payment/payment-verify/${batchId}/`, await shop.pay(order.order_id), student.access)
  expect(paid.json()).toMatchObject({ status: 'enrolled', amount: 10_000 })
})

test('a scholarship ends with its last day', async () => {
  const { shop, grant, priceFor, staff } = await shopWithStudent()
  const { id } = (
    await grant({ valid_until: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10) })
  ).as<ScholarshipRecord>()
  expect((await priceFor()).total_paise).toBe(1_000_000)
  await shop.passTime('5 days')
  expect((await priceFor()).total_paise).toBe(3_600_000)
  expect((await staff('GET', `scholarships/${id}/`)).as<ScholarshipRecord>().state).toBe('ended')
})

test('bad grants are refused and change nothing', async () => {
  const { shop, grant, staff, student } = await shopWithStudent()
  for (const [given, status, field] of [
    [{ price_paise: 3_600_000 }, 400, 'price_paise'],
    [{ price_paise: 50 }, 400, 'price_paise'],
    [{ price_paise: -1 }, 400, 'price_paise'],
    [{ valid_until: '2020-01-01' }, 400, 'valid_until'],
    [{ reason: '' }, 400, 'reason'],
    [{ batch_id: 999_999 }, 404, null],
    [{ student_id: 999_999 }, 404, null],
  ] as const) {
    const answer = await grant(given)
    expect([answer.status, field === null || answer.error[field] !== undefined], JSON.stringify(given)).toEqual([status, true])
  }
  expect((await staffClient(shop, 'support')('POST', 'scholarships/', { body: { student_id: student.user.id } })).status).toBe(
    403,
  )
  expect((await staff('GET', 'scholarships/')).as<{ items: object[] }>().items).toEqual([])
})
