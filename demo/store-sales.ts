import { randomBytes } from 'node:crypto'
import { createOrder } from '#dev/razorpay/create-order.ts'
import { payOrder } from '#dev/razorpay/pay-order.ts'
import { findOrder } from '#dev/razorpay/records.ts'
import { describeSales } from '#server/money/invoicing/describe-sale.ts'
import { receiptMail } from '#server/money/invoicing/issue-receipt.ts'
import { serialSql } from '#server/money/invoicing/series.ts'
import { newestBuyerOf } from '#server/money/payments/newest-buyer.ts'
import { automaticCapture } from '#server/money/provider/razorpay.ts'
import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import type { Past, PlannedEnrolment } from './past.ts'
import { upiAddress } from './sell-online.ts'

const given = `jsonb_to_recordset($1::jsonb) as g (place integer, user_id bigint, batch_id integer, at timestamptz, receipt text,
     provider_order_id text, provider_payment_id text)`

const insertPastOrders = statement(
  'insert_past_orders',
  `insert into payment_orders (user_id, batch_id, amount_paise, currency, course_title, price_paise, discounts, provider, key_id, receipt,
     provider_order_id, status, hold_began_at, hold_until, hold_renewed, created_at, started_at, claimed_at, next_check_at, buyer)
   select g.user_id, g.batch_id, c.amount_paise, 'INR', c.title, c.price_paise, c.discounts, $2, $3, g.receipt, g.provider_order_id, 'paid',
     g.at, g.at + interval '15 minutes', false, g.at, g.at, g.at, null, ${newestBuyerOf('g.user_id')}
   from ${given} join batches b on b.id = g.batch_id join courses c on c.id = b.course_id order by g.place`,
)
const insertPastPayments = statement<{ id: number; place: number; course_id: number }>(
  'insert_past_payments',
  `with paid as (
     insert into payments (provider_payment_id, order_id, amount_paise, currency, status, disposition, method, created_at, captured_at)
     select g.provider_payment_id, o.id, o.amount_paise, o.currency, 'captured', 'enrolled', 'upi', g.at, g.at
     from ${given} join payment_orders o on o.provider_order_id = g.provider_order_id order by g.place
     returning id, provider_payment_id
   )
   select p.id, g.place, b.course_id from paid p join ${given} on g.provider_payment_id = p.provider_payment_id
   join batches b on b.id = g.batch_id order by g.place`,
)
const insertPastEnrolments = statement(
  'insert_past_enrolments',
  `insert into enrolments (user_id, batch_id, payment_id, created_at)
   select g.user_id, g.batch_id, p.id, g.at from ${given} join payments p on p.provider_payment_id = g.provider_payment_id order by g.place`,
)
// As `issueReceipt`, whose numbers go on after these.
const insertPastReceipts = statement(
  'insert_past_receipts',
  `with given as (
     select *, extract(year from at at time zone 'Asia/Kolkata' - interval '3 months')::int as y
     from jsonb_to_recordset($1::jsonb) as t (place integer, payment_id bigint, at timestamptz, email text, printed jsonb, mail jsonb)
   ), raised as (
     insert into receipt_counters as c (financial_year, last_number) select y, count(*) from given group by y
     on conflict (financial_year) do update set last_number = c.last_number + excluded.last_number
     returning financial_year, last_number
   ), issued as (
     insert into receipts (payment_id, financial_year, number, issued_at, printed)
     select g.payment_id, g.y, r.last_number + 1 - row_number() over (partition by g.y order by g.place desc), g.at, g.printed
     from given g join raised r on r.financial_year = g.y order by g.place
     returning id, payment_id, financial_year, number
   )
   insert into mail_outbox (to_address, template, props, cause, created_at)
   select g.email, 'receipt', g.mail || jsonb_build_object('serial', ${serialSql('issued', `'receipt'`)}, 'receiptId', issued.id),
     'receipt-' || g.payment_id, g.at
   from issued join given g on g.payment_id = issued.payment_id order by g.place`,
)

/**
 * Stores payments that went as they should, with everything that one by one leaves in the books and at the provider. Hundreds of payments one by
 * one would take most of the first start; a test compares what both leave.
 */
export async function storeSales(past: Past, tx: Queryable, sales: readonly PlannedEnrolment[]): Promise<void> {
  if (sales.length === 0) return
  const { deps, sandbox } = past
  const taken = sandbox.store.transaction(() => sales.map((sale, place) => ({ ...sale, place, ...payAtProvider(past, sale) })))
  const list = [JSON.stringify(taken)]
  await rows(tx, insertPastOrders, [...list, deps.gateway.name, sandbox.keyId])
  const paid = await rows(tx, insertPastPayments, list)
  await rows(tx, insertPastEnrolments, list)
  const printed = await describeSales(
    tx,
    paid.map(({ id }) => id),
  )
  const receipts = paid.flatMap(({ id, place, course_id: courseId }) => {
    const [sale, document] = [taken[place], printed.get(id)]
    if (!sale || !document) return []
    return {
      place,
      payment_id: id,
      at: sale.at,
      email: sale.email,
      printed: document,
      mail: receiptMail(deps, document, courseId),
    }
  })
  await rows(tx, insertPastReceipts, [JSON.stringify(receipts)])
}

/** Orders and pays at the provider, at the time of the sale. */
function payAtProvider(
  { sandbox }: Past,
  { at, amount_paise: amount, batch_id: batchId, full_name: name, email }: PlannedEnrolment,
) {
  sandbox.clock.setOffset(at.getTime() - Date.now())
  const receipt = `kb${batchId}-${randomBytes(12).toString('hex')}`
  const notes = { batch: String(batchId) }
  const { id } = createOrder(sandbox, { amount, currency: 'INR', receipt, notes, payment: automaticCapture })
  const means = { method: 'upi', vpa: upiAddress(name), email } as const
  const { payment } = payOrder(sandbox, findOrder(sandbox.store, id), means, { is: 'captured' }, false)
  return { receipt, provider_order_id: id, provider_payment_id: payment.id }
}
