import { currency } from '#contract/rules.ts'
import { one, type Queryable, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import type { Disposition } from '#server/money/payments/disposition.ts'
import { newestBuyerOf } from '#server/money/payments/newest-buyer.ts'
import { settleWithin } from '#server/money/settlement/settle-payment.ts'
import { assertOfflineSale, type OfflineSale } from './record-offline-payment.ts'

const offlineSale = statement<OfflineSale & { state: string }>(
  'offline_sale',
  `select id, user_id, batch_id, method, amount_paise, to_char(received_on, 'YYYY-MM-DD') as received_on, state,
     enrolment_id, part
   from offline_payments where id = $1 for no key update`,
)
// It is paid from the start, so nobody asks the provider about it.
const insertOfflineOrder = statement<{ id: number }>(
  'insert_offline_order',
  `insert into payment_orders (user_id, batch_id, amount_paise, currency, course_title, price_paise, discounts, provider, key_id, receipt,
     provider_order_id, status, purpose, enrolment_id, part, hold_until, created_at, started_at, claimed_at, buyer)
   select f.user_id, f.batch_id, f.amount_paise, $2, f.course_title, f.price_paise, f.discounts, 'offline', 'offline', 'offline-' || f.id,
     'offline_order_' || f.id, 'paid', case when f.enrolment_id is null then 'purchase' else 'instalment' end, f.enrolment_id, f.part, app_now(), app_now(), app_now(), app_now(), ${newestBuyerOf('f.user_id')}
   from offline_payments f where f.id = $1
   returning id`,
)
const clearOfflinePayment = statement(
  'clear_offline_payment',
  `update offline_payments set state = 'cleared', order_id = $2 where id = $1`,
)
const setChequeReceived = statement(
  'set_cheque_received',
  // The setting has its default here as well. Who pays a part has a seat.
  `update offline_payments set state = 'received', hold_until = case when enrolment_id is null then app_now() + make_interval(days => nullif(
     coalesce((select (settings ->> 'cheque_hold_days')::integer from site_settings), 7), 0)) end where id = $1`,
)

export type OfflineDeps = Pick<Deps, 'config' | 'jobs' | 'log'>

/**
 * Accepts an offline payment after every check: it enrols or pays its part at once, and a cheque goes to the bank and holds a seat. The caller holds the
 * student's lock.
 * @throws HttpError 409 when it can't be accepted any more
 */
export async function acceptOfflinePayment(deps: OfflineDeps, tx: Queryable, id: number): Promise<void> {
  const sale = await one(tx, offlineSale, [id])
  await assertOfflineSale(tx, sale)
  if (sale.method === 'cheque') {
    await rows(tx, setChequeReceived, [id])
    return
  }
  const disposition = await settleOffline(deps, tx, sale)
  if (disposition !== 'enrolled') throw new Error(`offline payment ${id} passed every check and did not enrol`)
}

/** Checks an offline payment as `acceptOfflinePayment` does. @throws HttpError 409 when it can't be accepted */
export async function checkOfflinePayment(tx: Queryable, id: number): Promise<void> {
  await assertOfflineSale(tx, await one(tx, offlineSale, [id]))
}

/** Settles an offline payment as `settlePayment` does one of the provider: same seat, receipt, mail and ledger. */
export async function settleOffline(deps: OfflineDeps, tx: Queryable, sale: OfflineSale): Promise<Disposition> {
  const order = await one(tx, insertOfflineOrder, [sale.id, currency])
  // Before the receipt, which prints method and reference.
  await rows(tx, clearOfflinePayment, [sale.id, order.id])
  return settleWithin(deps, tx, order.id, {
    id: `offline_${sale.id}`,
    orderId: `offline_order_${sale.id}`,
    amount: sale.amount_paise,
    currency,
    status: 'captured',
    method: sale.method,
    amountRefunded: 0,
    errorDescription: null,
    email: null,
    contact: null,
    createdAt: null,
  })
}

/** Locks an offline payment. @throws HttpError 404 */
export async function lockOfflinePayment(tx: Queryable, id: number): Promise<OfflineSale & { state: string }> {
  const [sale] = await rows(tx, offlineSale, [id])
  if (!sale) throw notFound()
  return sale
}
