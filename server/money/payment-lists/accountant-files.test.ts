import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { buy, configureSite, putBuyer } from '#tests/school/sell-with-receipt.ts'
import { createPayingShop, type PayingShop } from '#tests/school/create-paying-shop.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { addStaff } from '#tests/school/staff.ts'
import { operator } from '#server/platform/auth/principal.ts'
import { requestRefund } from '#server/money/refunds/queue-refund.ts'
import { readLedger } from '#server/money/settlement/read-ledger.ts'

const gstin = '27ABCDE1234F1Z0'
type Line = Record<string, string>

const paiseOf = (rupees: string | undefined) => Math.round(Number(rupees ?? '') * 100)
const sum = (lines: Line[], column: string) => lines.reduce((total, line) => total + paiseOf(line[column]), 0)

/** A school with a GSTIN and its accountant. */
async function openSchool() {
  const shop = await createPayingShop()
  await configureSite(shop, { gstin })
  const finance = await addStaff(shop, 'finance')
  const download = async (path: string) => {
    const { body } = await shop.app.inject({ url: `/api/staff/${path}`, headers: { ...shop.asStaff('finance', finance) } })
    return parse<Line>(body, { bom: true, columns: true })
  }
  /** The query of this month in India. */
  const month = async () => {
    const { rows } = await shop.db.query<{ days: string }>(
      `select format('from=%s&to=%s', d::date, (d + interval '1 month' - interval '1 day')::date) as days
       from date_trunc('month', app_now() at time zone 'Asia/Kolkata') d`,
    )
    return rows[0]?.days ?? ''
  }
  return { shop, download, month }
}

async function sell(shop: PayingShop, price: number, { state, discount }: { state?: string; discount?: string } = {}) {
  const { batchId } = await sellCourse(shop.db, { price, ...(discount ? { discounts: [{ value: discount }] } : {}) })
  const student = await signIn(shop)
  if (state) await putBuyer(shop, student.access, { state_code: state })
  return { batchId, ...(await buy(shop, batchId, student)) }
}

async function refund(shop: PayingShop, providerId: string, amountPaise: number | null): Promise<void> {
  const { rows } = await shop.db.query<{ id: number }>(`select id::int from payments where provider_payment_id = $1`, [
    providerId,
  ])
  const reason = 'The class came too early.'
  await requestRefund(shop.deps, operator, { paymentId: rows[0]?.id ?? 0, reason, keepsAccess: true, amountPaise })
  await shop.sendRefunds()
  await shop.deliverWebhooks()
}

test('payments less refund notes of a month are the ledger [PAY-76]', async () => {
  const { shop, download, month } = await openSchool()
  const early = await sell(shop, 2_379_915)
  await shop.passTime('40 days')
  const before = await readLedger(shop.deps, operator)
  const other = await sell(shop, 4_150_033, { state: '29', discount: '20%' })
  const third = await sell(shop, 149_999)
  const failing = await signIn(shop)
  await shop.pay((await shop.start(other.batchId, failing.access)).order_id, 'failed', { webhook: true })
  await shop.deliverWebhooks()
  await refund(shop, early.triple.razorpay_payment_id, 100_001)
  await refund(shop, other.triple.razorpay_payment_id, 333)
  await refund(shop, other.triple.razorpay_payment_id, 77_777)
  await refund(shop, third.triple.razorpay_payment_id, null)
  const after = await readLedger(shop.deps, operator)
  const days = await month()
  const payments = await download(`payments/export/?${days}`)
  const notes = await download(`documents/export/?is_refund_note=true&${days}`)
  expect([payments.length, notes.length]).toEqual([3, 4])
  const net = after.captured_paise - after.refunded_paise - (before.captured_paise - before.refunded_paise)
  expect(net).not.toBe(0)
  expect(sum(payments, 'captured') - sum(notes, 'amount')).toBe(net)
  const parts = ['taxable', 'cgst', 'sgst', 'igst']
  for (const [lines, amount] of [
    [payments, 'captured'],
    [notes, 'amount'],
  ] as const) {
    for (const line of lines)
      expect(
        parts.reduce((total, part) => total + paiseOf(line[part]), 0),
        JSON.stringify(line),
      ).toBe(paiseOf(line[amount]))
  }
  // What is refunded in whole leaves no tax.
  const of = (lines: Line[]) => lines.filter(({ payment_id: id }) => id === third.triple.razorpay_payment_id)
  for (const part of parts) expect(sum(of(payments), part) - sum(of(notes), part), part).toBe(0)
})

test('the line of a payment has what its receipt printed', async () => {
  const { shop, download } = await openSchool()
  const { triple, person } = await sell(shop, 4_150_000, { state: '29', discount: '20%' })
  await refund(shop, triple.razorpay_payment_id, 100_000)
  // What is printed does not follow the settings.
  await configureSite(shop, { gstin: null, gst_rate: 5 })
  const [line] = await download('payments/export/')
  expect(line).toMatchObject({
    state: 'Partly refunded',
    provider: 'Online',
    email: person.email,
    list_price: '41500.00',
    discount: '8300.00',
    amount: '33200.00',
    captured: '33200.00',
    taxable: '28135.59',
    gst_rate: '18',
    cgst: '0.00',
    sgst: '0.00',
    igst: '5064.41',
    sac: '999293',
    place_of_supply: 'Karnataka',
    refunded: '1000.00',
  })
  expect(line?.['method']).toMatch(/^(Card|UPI|Net banking)$/)
  expect(line?.['receipt']).toMatch(/^KS\//)
  expect(line?.['receipt_issued_at (IST)']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
  const [note] = await download('documents/export/?is_refund_note=true')
  expect(note).toMatchObject({
    kind: 'Credit note',
    serial: line?.['refund_notes'],
    receipt: line?.['receipt'],
    'receipt_issued_at (IST)': line?.['receipt_issued_at (IST)'],
    'issued_at (IST)': line?.['refunded_at (IST)'],
    amount: '1000.00',
    igst: '152.54',
    place_of_supply: 'Karnataka',
  })
})

test('a failed payment has a line without a receipt', async () => {
  const { shop, download } = await openSchool()
  const { batchId } = await sellCourse(shop.db, { price: 4_150_000 })
  const student = await signIn(shop)
  await shop.pay((await shop.start(batchId, student.access)).order_id, 'failed', { webhook: true })
  await shop.deliverWebhooks()
  expect(await download('payments/export/')).toMatchObject([
    { state: 'Failed', amount: '41500.00', captured: '0.00', receipt: '', taxable: '', student: student.user.full_name ?? '' },
  ])
})
