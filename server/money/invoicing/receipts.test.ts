import { system } from '#server/platform/auth/principal.ts'
import { expect, test } from 'vitest'
import type { PaymentRecord } from '#contract/money/payments.ts'
import { changeBatch } from '#tests/school/change-batch.ts'
import { createPayingShop } from '#tests/school/create-paying-shop.ts'
import { addBatch, sellCourse } from '#tests/school/sell-course.ts'
import { buy, configureSite, sold, textOf } from '#tests/school/sell-with-receipt.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { transaction } from '#server/platform/db/query.ts'
import { deliverMail } from '#server/messaging/mail/deliver-mail.ts'
import { findDocument } from './find-document.ts'
import { issueReceipt } from './issue-receipt.ts'
import { serialOf } from './series.ts'

test('only the owner of a payment downloads its receipt [SEC-031]', async () => {
  const { shop, buyer, payment, receipt } = await sold()
  const path = `/payment/receipts/${receipt.id}/pdf/`
  const answer = await shop.get(path, buyer.access)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store',
    'content-disposition': `attachment; filename="Receipt-${receipt.serial.replaceAll('/', '-')}.pdf"`,
  })
  const text = await textOf(answer.rawPayload)
  for (const part of [receipt.serial, payment.razorpay_payment_id, 'Testing in Practice', buyer.person.full_name, '₹41,500.00']) {
    expect(text).toContain(part)
  }
  const stranger = await signIn(shop)
  expect((await shop.get(path, stranger.access)).statusCode).toBe(404)
  expect((await shop.get('/payment/receipts/999999/pdf/', buyer.access)).statusCode).toBe(404)
  expect((await shop.get('/payment/receipts/x/pdf/', buyer.access)).statusCode).toBe(400)
  expect((await shop.get(path)).statusCode).toBe(401)
})

test('a receipt prints the tax and ignores later changes of data', async () => {
  const { shop, buyer, receipt, courseId, batchId } = await sold({ gstin: '27ABCDE1234F1Z5', gst_rate: 18 })
  const read = async () => textOf((await shop.get(`/payment/receipts/${receipt.id}/pdf/`, buyer.access)).rawPayload)
  const before = await read()
  expect(before).toContain('27ABCDE1234F1Z5')
  expect(before).toContain('999293 ₹35,169.50 ₹3,165.25 ₹3,165.25 ₹41,500.00')
  await configureSite(shop, { gstin: null, legal_name: 'Another School', gst_rate: 5, brand: 'Other' })
  await shop.db.query(`update users set full_name = 'Changed Name'`)
  await shop.db.query(`update courses set title = 'Renamed' where id = $1`, [courseId])
  await changeBatch(shop, batchId, { clock: '22:00', batch_type: 'Changed' })
  expect(await read()).toBe(before)
})

test('a receipt without stored print data gets it once', async () => {
  const { shop, buyer, receipt } = await sold()
  await shop.db.query('update receipts set printed = null')
  const first = (await shop.get(`/payment/receipts/${receipt.id}/pdf/`, buyer.access)).rawPayload
  await shop.db.query(`update users set full_name = 'Changed Name'`)
  const second = (await shop.get(`/payment/receipts/${receipt.id}/pdf/`, buyer.access)).rawPayload
  expect(await textOf(second)).toBe(await textOf(first))
})

test('the receipt mail is retried until its PDF can be drawn', async () => {
  const { shop, buyer, receipt } = await sold()
  await shop.db.query(`update receipts set printed = jsonb_set(printed, '{student}', '7')`)
  const { rows } = await shop.db.query<{ id: number }>(`select id from mail_outbox where template = 'receipt'`)
  const id = rows[0]?.id ?? 0
  await expect(deliverMail(shop.deps, system, { id })).rejects.toThrow()
  expect(
    (await shop.db.query('select attempts, sent_at, last_error is not null as failed from mail_outbox where id = $1', [id])).rows,
  ).toEqual([{ attempts: 1, sent_at: null, failed: true }])
  await shop.db.query('update receipts set printed = null')
  const mails = (await shop.mails(buyer.person.email)).filter((mail) => mail.subject.includes('Receipt'))
  expect(mails).toHaveLength(1)
  const [attachment] = mails[0]?.attachments ?? []
  expect(attachment).toMatchObject({
    filename: `Receipt-${receipt.serial.replaceAll('/', '-')}.pdf`,
    contentType: 'application/pdf',
  })
  expect(await textOf(attachment?.content ?? new Uint8Array())).toContain(receipt.serial)
})

test('concurrent receipts with rollbacks leave no gap in the numbers', async () => {
  const { shop, courseId } = await sold()
  const { rows: orders } = await shop.db.query<{ id: number }>('select id from payment_orders')
  const { rows: payments } = await shop.db.query<{ id: number }>(
    `insert into payments (provider_payment_id, order_id, amount_paise, currency, status, created_at, captured_at)
     select 'pay_extra' || n, $1, 100, 'INR', 'captured', now(), now() from generate_series(1, 20) n returning id`,
    [orders[0]?.id],
  )
  const tries = await Promise.allSettled(
    payments.map(({ id }, index) =>
      transaction(shop.db, async (tx) => {
        await issueReceipt(shop.deps, tx, { paymentId: id, courseId })
        // The number is taken with the next statement.
        if (index % 3 === 0) await tx.query(`select 'not committed'::int`)
      }),
    ),
  )
  const issued = tries.filter((one) => one.status === 'fulfilled').length
  expect(issued).toBe(13)
  const { rows } = await shop.db.query<{ number: number }>('select number from receipts order by number')
  expect(rows.map((row) => row.number)).toEqual(Array.from({ length: issued + 1 }, (_, index) => index + 1))
})

test('numbers restart on 1 April at midnight in India', async () => {
  const shop = await createPayingShop()
  const { courseId, batchId } = await sellCourse(shop.db, { startsIn: '400 days' })
  // Half an hour to midnight IST on the next 31 March.
  await shop.db.query(
    `update app_clock set "offset" = (make_date(extract(year from now())::int + 1, 3, 31) + time '23:30') at time zone 'Asia/Kolkata' - now()`,
  )
  const later = await addBatch(shop.db, courseId, { startsIn: '400 days' })
  const first = await buy(shop, batchId)
  await shop.passTime('31 minutes')
  const second = await buy(shop, later)
  const serials = []
  for (const { access } of [first, second]) {
    serials.push((await shop.get('/payment/payment-details/', access)).json<PaymentRecord[]>()[0]?.receipt?.serial)
  }
  const year = new Date().getFullYear()
  expect(serials).toEqual([
    serialOf('receipt', { financial_year: year, number: 1 }),
    serialOf('receipt', { financial_year: year + 1, number: 1 }),
  ])
  expect(serials.every((serial) => (serial ?? '').length <= 16)).toBe(true)
})

test('holds and receipts use the database clock, not the server clock [PAY-39]', async () => {
  for (const days of [-1, 1]) {
    const shop = await createPayingShop()
    shop.deps.clock = () => new Date(Date.now() + days * 86_400_000)
    const { batchId } = await sellCourse(shop.db, { capacity: 1, startsIn: '2 hours' })
    const { rows: before } = await shop.db.query<{ now: Date }>('select app_now() as now')
    const student = await signIn(shop)
    const paid = await buy(shop, batchId)
    const { rows } = await shop.db.query<{ sane: boolean; year: number; expected: number }>(
      `select r.issued_at between $1 and app_now() and p.captured_at between $1 and app_now()
         and o.hold_until between $1::timestamptz + interval '15 minutes' and app_now() + interval '15 minutes' as sane,
         r.financial_year as year, extract(year from (app_now() at time zone 'Asia/Kolkata') - interval '3 months')::int as expected
       from receipts r join payments p on p.id = r.payment_id join payment_orders o on o.id = p.order_id`,
      [before[0]?.now],
    )
    expect(rows).toEqual([{ sane: true, year: rows[0]?.expected, expected: rows[0]?.expected }])
    expect(await shop.ledger()).toMatchObject({ enrolments: 1, receipts: 1, dispositions: ['enrolled'] })
    expect((await shop.post(`/payment/start-payment/${batchId}/`, undefined, student.access)).json()).toMatchObject({
      code: 'batch_full',
    })
    const [record] = (await shop.get('/payment/payment-details/', paid.access)).json<PaymentRecord[]>()
    const drawn = record?.receipt && (await findDocument(shop.deps, { kind: 'receipt', id: record.receipt.id }))
    expect(Math.abs(Date.parse(drawn?.issued_at ?? '') - Date.now())).toBeLessThan(3_600_000)
  }
})
