import type { System } from '#server/platform/auth/principal.ts'
import { one, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { type Ledger, ledgerBalances, readLedger } from './read-ledger.ts'
import {
  beginSlice,
  comparePayment,
  compareRefund,
  compareStoredPayments,
  compareStoredRefunds,
  emptyListing,
  type Listed,
} from './compare-ledger.ts'
import type { GatewayPayment, GatewayRefund } from '#server/money/provider/gateway.ts'
import { recordRefund } from '#server/money/refunds/record-refund.ts'
import { sendRefund } from '#server/money/refunds/send-refund.ts'
import { findOrder, settlePayment } from './settle-payment.ts'
import { recordUnmatchedPayment } from './record-unmatched-payment.ts'
import { isOpenUnmatched } from './record-unmatched-refund.ts'

const pageSize = 100
/** Days per slice. An interrupted run resumes with the first unfinished slice. */
const sliceDays = 2
const dayMilliseconds = 86_400_000

interface Windows {
  now: Date
  payments_from: Date
  refunds_from: Date
}

// Late payments arrive within six days, so the week before the last run is listed again. Refunds take up to ten working
// days, so at least 30 days are listed, and more while an older refund is unsettled.
const reconciliationWindows = statement<Windows>(
  'reconciliation_windows',
  `select app_now() as now,
     least(app_now(), coalesce((select swept_to from sweep_progress), (select min(created_at) from payment_orders),
       app_now() - interval '23 days')) - interval '7 days' as payments_from,
     least(app_now() - interval '30 days', (select swept_to from sweep_progress) - interval '30 days',
       (select min(created_at) from refunds where status in ('queued', 'sent', 'pending')) - interval '1 day') as refunds_from`,
)
const saveReconciliationProgress = statement(
  'save_reconciliation_progress',
  `insert into sweep_progress as s (swept_to) values ($1)
   on conflict (only_row) do update set swept_to = greatest(s.swept_to, excluded.swept_to)`,
)
const saveReconciliationResult = statement(
  'save_reconciliation_result',
  `update sweep_progress set differences = $1, compared_at = app_now()`,
)
const knownPayment = statement('known_payment', `select 1 from payments where provider_payment_id = $1`)
// A snapshot of the database has no job queue, so after a restore unsent refunds have no job.
const unsentRefunds = statement<{ id: number }>(
  'unsent_refunds',
  `select r.id from refunds r join payments p on p.id = r.payment_id join payment_orders o on o.id = p.order_id
   where r.status in ('queued', 'sent') and r.created_at <= app_now() - interval '1 hour' and o.provider <> 'offline' order by r.id`,
)

/**
 * Lists the provider's payments and refunds since the last run, settles unknown ones, sends overdue refunds, and compares
 * the ledger with the provider both ways. Runs nightly and logs an error when the ledger does not balance.
 * @throws Error at its end when the provider did not tell about every payment
 */
export async function reconcileLedger(deps: Deps, principal: System): Promise<Ledger> {
  const window = await one(deps.db, reconciliationWindows)
  const listed = emptyListing()
  for (let from = window.payments_from; from < window.now; ) {
    const to = new Date(Math.min(window.now.getTime(), from.getTime() + sliceDays * dayMilliseconds))
    beginSlice(listed)
    for (const { id: keyId } of deps.config.provider.keys) {
      await forEachItem(
        (page) => deps.gateway.listPayments(keyId, { from, to, ...page }),
        (payment) => settleListedPayment(deps, listed, keyId, payment),
      )
    }
    await compareStoredPayments(deps, listed, { from, to: to < window.now ? to : null })
    await rows(deps.db, saveReconciliationProgress, [to])
    from = to
  }
  for (const { id: keyId } of deps.config.provider.keys) {
    await forEachItem(
      (page) => deps.gateway.listRefunds(keyId, { from: window.refunds_from, to: window.now, ...page }),
      (refund) => recordListedRefund(deps, listed, keyId, refund),
    )
  }
  for (const { id } of await rows(deps.db, unsentRefunds)) {
    await sendRefund(deps, principal, { id }).catch((error: unknown) => {
      deps.log.error({ err: error, refund: id }, 'an overdue refund could not be sent')
    })
  }
  await compareStoredRefunds(deps, listed, window.refunds_from)
  await rows(deps.db, saveReconciliationResult, [[...listed.differences]])
  const ledger = await readLedger(deps, principal)
  if (!ledgerBalances(ledger)) deps.log.error({ ledger }, 'the ledger does not balance')
  // The job is repeated, and lists the last week again.
  if (listed.unanswered > 0) throw new Error(`${listed.unanswered} payments and refunds could not be compared with the provider`)
  return ledger
}

async function settleListedPayment(deps: Deps, listed: Listed, keyId: string, payment: GatewayPayment): Promise<void> {
  await logFailure(deps, payment.id, async () => {
    const order = payment.orderId ? await findOrder(deps, payment.orderId) : undefined
    await (order ? settlePayment(deps, order.id, payment) : recordUnmatchedPayment(deps, keyId, payment))
  })
  if (payment.orderId && (await findOrder(deps, payment.orderId))) await comparePayment(deps, listed, payment)
}

async function recordListedRefund(deps: Deps, listed: Listed, keyId: string, refund: GatewayRefund): Promise<void> {
  if (!(await row(deps.db, knownPayment, [refund.paymentId]))) {
    await logFailure(deps, refund.id, () => followUnmatched(deps, keyId, refund.paymentId))
    return
  }
  await logFailure(deps, refund.id, () => recordRefund(deps, refund))
  await compareRefund(deps, listed, refund)
}

/** Asks for a payment without an order, which may be older than the listed ones, because something of it was refunded. */
async function followUnmatched(deps: Deps, keyId: string, paymentId: string): Promise<void> {
  if (!(await isOpenUnmatched(deps, paymentId))) return
  await recordUnmatchedPayment(deps, keyId, await deps.gateway.fetchPayment(keyId, paymentId))
}

/** Logs a failure instead of throwing it, so that one item does not stop the run. */
async function logFailure(deps: Deps, id: string, take: () => Promise<unknown>): Promise<void> {
  await take().catch((error: unknown) => deps.log.error({ err: error, id }, 'a listed payment or refund could not be recorded'))
}

async function forEachItem<T>(
  load: (page: { skip: number; count: number }) => Promise<T[]>,
  take: (item: T) => Promise<void>,
): Promise<void> {
  for (let skip = 0; ; skip += pageSize) {
    const page = await load({ skip, count: pageSize })
    for (const item of page) await take(item)
    if (page.length < pageSize) return
  }
}
