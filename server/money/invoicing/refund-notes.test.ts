import { operator } from '#server/platform/auth/principal.ts'
import { expect, test } from 'vitest'
import type { PaymentRecord } from '#contract/money/payments.ts'
import { cancelBatch } from '#tests/school/change-batch.ts'
import { createPayingShop } from '#tests/school/create-paying-shop.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { configureSite, sold, taxWord, textOf } from '#tests/school/sell-with-receipt.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { transaction } from '#server/platform/db/query.ts'
import { drawDocument } from '#server/platform/documents/draw-document.ts'
import { findDocument } from './find-document.ts'
import { requestRefund } from '#server/money/refunds/queue-refund.ts'
import { issueRefundNote } from './issue-refund-note.ts'

const gstin = '27ABCDE1234F1Z0'
type Sale = Awaited<ReturnType<typeof sold>>

/** Refunds a part in paise, or the rest for null, and returns the payment's refunds. */
async function refund({ shop, payment, history }: Sale, amountPaise: number | null): Promise<PaymentRecord['refunds']> {
  await requestRefund(shop.deps, operator, { paymentId: payment.id, reason: 'my mother is ill', keepsAccess: false, amountPaise })
  await shop.sendRefunds()
  await shop.deliverWebhooks()
  return (await history())[0]?.refunds ?? []
}

async function noteText(
  { shop, buyer }: Pick<Sale, 'shop' | 'buyer'>,
  refunds: PaymentRecord['refunds'],
  index = 0,
): Promise<string> {
  return textOf((await shop.get(`/payment/refund-notes/${refunds[index]?.note?.id}/pdf/`, buyer.access)).rawPayload)
}

test('a refund after a tax invoice makes a credit note [PAY-45]', async () => {
  const sale = await sold({ gstin }, { state_code: '27' })
  const { shop, buyer, receipt } = sale
  const refunds = await refund(sale, null)
  expect(refunds).toMatchObject([
    { note: { kind: 'credit_note', serial: expect.stringMatching(/^KC\/\d{4}\/000001$/) }, voucher: null },
  ])
  const text = await noteText(sale, refunds)
  for (const part of [
    'Credit note',
    refunds[0]?.note?.serial ?? '-',
    `Against tax invoice ${receipt.serial} of`,
    `GSTIN ${gstin}`,
    'Place of supply Maharashtra (27)',
    'Reason The enrolment was cancelled.',
    'Reverse charge No',
    'CGST 9% SGST 9%',
    '999293 ₹35,169.50 ₹3,165.25 ₹3,165.25 ₹41,500.00',
    'Rupees forty-one thousand five hundred only',
  ])
    expect(text).toContain(part)
  // The words of a person stay off a document that outlives the account.
  expect(text).not.toContain('mother')
  const path = `/payment/refund-notes/${refunds[0]?.note?.id}/pdf/`
  expect((await shop.get(path, (await signIn(shop)).access)).statusCode).toBe(404)
  expect((await shop.get(path)).statusCode).toBe(401)
  const mail = (await shop.mails(buyer.person.email)).find(({ subject }) => subject.startsWith('Refund of'))
  expect(mail?.attachments?.map(({ filename }) => filename)).toEqual([
    `Credit-note-${refunds[0]?.note?.serial.replaceAll('/', '-')}.pdf`,
  ])
  const words = mail?.text.replaceAll(/\s+/g, ' ')
  expect(words).toContain('The credit note is attached as a PDF.')
  expect(words).toContain('5 to 10 working days')
})

test('credit notes of partial refunds add up to the invoice [PAY-46]', async () => {
  const sale = await sold({ gstin }, { state_code: '29' })
  await refund(sale, 100_001)
  await refund(sale, 333)
  const refunds = await refund(sale, null)
  expect(refunds.map(({ note }) => note?.serial.slice(-6))).toEqual(['000001', '000002', '000003'])
  const { rows } = await sale.shop.db.query(
    `select sum((n.printed ->> 'amount_paise')::int)::int as amount, sum((n.printed #>> '{tax,taxable_paise}')::int)::int as taxable,
       sum((n.printed #>> '{tax,igst_paise}')::int)::int as igst, sum((n.printed #>> '{tax,cgst_paise}')::int)::int as cgst,
       (select (printed #>> '{tax,taxable_paise}')::int from receipts) as sold_taxable,
       (select (printed #>> '{tax,igst_paise}')::int from receipts) as sold_igst
     from refund_notes n`,
  )
  expect(rows).toEqual([
    { amount: 4_150_000, taxable: 3_516_949, igst: 633_051, cgst: 0, sold_taxable: 3_516_949, sold_igst: 633_051 },
  ])
  expect(await noteText(sale, refunds)).toContain('Reason A part of the fee was returned.')
})

test('after 30 November a credit note carries no tax [PAY-47]', async () => {
  const sale = await sold({ gstin })
  const { shop } = sale
  const at = (day: string) =>
    shop.db.query(
      `update app_clock set "offset" = (make_date((select financial_year + 1 from receipts), 11, 30) + time '23:00' + $1::interval)
         at time zone 'Asia/Kolkata' - now()`,
      [day],
    )
  await at('0')
  await refund(sale, 50_000)
  await at('2 hours')
  await refund(sale, null)
  const { rows } = await shop.db.query<{ id: number; kind: string }>('select id, kind from refund_notes order by id')
  expect(rows.map(({ kind }) => kind)).toEqual(['credit_note', 'financial_credit_note'])
  // The session has ended in that year, so the document is read without it.
  const document = await findDocument(shop.deps, { kind: 'note', id: rows[1]?.id ?? 0 })
  expect(document?.serial).toMatch(/^KF\/\d{4}\/000001$/)
  const text = document ? await textOf(await drawDocument(document)) : ''
  for (const part of ['Financial credit note', `Against tax invoice ${sale.receipt.serial}`, '₹41,000.00', 'No tax is adjusted'])
    expect(text).toContain(part)
  expect(text).not.toMatch(/[CIS]GST \d|Taxable value|999293/)
})

test('without a GSTIN a refund has a plain note and mail [PAY-48]', async () => {
  const sale = await sold({ gstin: null }, { state_code: '29', company_name: 'Deccan Works', address: 'Bengaluru' })
  const receiptText = await sale.receiptText()
  for (const part of ['Payment receipt', 'Deccan Works', 'Karnataka']) expect(receiptText).toContain(part)
  const refunds = await refund(sale, null)
  expect(refunds[0]?.note).toMatchObject({ kind: 'refund_note', serial: expect.stringMatching(/^KN\/\d{4}\/000001$/) })
  const text = await noteText(sale, refunds)
  for (const part of ['Refund note', `Against receipt ${sale.receipt.serial}`, '₹41,500.00']) expect(text).toContain(part)
  for (const one of [receiptText, text]) expect(one).not.toMatch(taxWord)
  for (const mail of await sale.shop.mails(sale.buyer.person.email)) {
    expect(mail.text, mail.subject).not.toMatch(taxWord)
    expect(mail.html.replaceAll(/<[^>]+>/g, ' '), mail.subject).not.toMatch(taxWord)
  }
})

test('a payment without receipt is refunded with a plain note', async () => {
  const shop = await createPayingShop()
  await configureSite(shop, { gstin })
  const { batchId } = await sellCourse(shop.db)
  const buyer = await signIn(shop)
  const triple = await shop.pay((await shop.start(batchId, buyer.access)).order_id)
  await cancelBatch(shop, batchId)
  await shop.post(`/payment/payment-verify/${batchId}/`, triple, buyer.access)
  await shop.sendRefunds()
  const [payment] = (await shop.get('/payment/payment-details/', buyer.access)).json<PaymentRecord[]>()
  expect(payment).toMatchObject({ receipt: null, status: 'refunded', refunds: [{ note: { kind: 'refund_note' } }] })
  const text = await textOf(
    (await shop.get(`/payment/refund-notes/${payment?.refunds[0]?.note?.id}/pdf/`, buyer.access)).rawPayload,
  )
  for (const part of ['no receipt was issued', 'The batch was cancelled.']) expect(text).toContain(part)
})

test('a voucher of an earlier version stays as printed [PAY-49]', async () => {
  const sale = await sold({ gstin })
  const { shop, buyer, history, receipt } = sale
  const [before] = await refund(sale, 500_050)
  // Such a voucher has the data that its version printed, and no note.
  await shop.db.query(
    `insert into refund_vouchers (refund_id, financial_year, number, issued_at, printed)
     select refund_id, financial_year, 7, issued_at, printed - 'buyer' - 'place_of_supply' - 'reason' from refund_notes`,
  )
  await shop.db.query('delete from refund_notes')
  const voucher = (await history())[0]?.refunds[0]?.voucher
  expect(voucher).toEqual({
    id: expect.any(Number),
    serial: before?.note?.serial.replace('KC', 'KR').replace('000001', '000007'),
  })
  const answer = await shop.get(`/payment/refund-vouchers/${voucher?.id}/pdf/`, buyer.access)
  expect(answer.headers['content-disposition']).toContain('Refund-voucher-KR-')
  const text = await textOf(answer.rawPayload)
  for (const part of ['Refund voucher', `receipt ${receipt.serial}`, 'CGST 9% ₹381.39', '₹5,000.50']) expect(text).toContain(part)
  // The next credit note continues after the voucher's tax, and its own series begins at one.
  const refunds = await refund(sale, null)
  expect(refunds[1]?.note?.serial).toMatch(/^KC\/\d{4}\/00000\d$/)
  const { rows } = await shop.db.query(
    `select (select (printed #>> '{tax,cgst_paise}')::int from refund_vouchers) + (printed #>> '{tax,cgst_paise}')::int as cgst from refund_notes`,
  )
  expect(rows).toEqual([{ cgst: 316_525 }])
})

test('concurrent credit notes with rollbacks leave no gap [PAY-50]', async () => {
  const { shop, payment } = await sold({ gstin })
  const { rows: refunds } = await shop.db.query<{ id: number }>(
    `insert into refunds (payment_id, amount_paise, idempotency_key, provider_refund_id, status, reason, actor_kind, ends_access, created_at, settled_at)
     select $1, 100, 'extra-refund-' || n, 'rfnd_extra' || n, 'processed', 'a part', 'operator', false, now(), now() from generate_series(1, 12) n returning id`,
    [payment.id],
  )
  const tries = await Promise.allSettled(
    refunds.map(({ id }, index) =>
      transaction(shop.db, async (tx) => {
        await issueRefundNote(shop.deps, tx, id)
        if (index % 3 === 0) throw new Error('rolled back')
      }),
    ),
  )
  expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(8)
  const { rows } = await shop.db.query<{ number: number }>('select number from refund_notes order by number')
  expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})
