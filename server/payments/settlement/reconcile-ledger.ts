import type { System } from '../../auth/principal.ts'
import { one, row, rows, statement } from '../../db/query.ts'
import type { Deps } from '../../deps.ts'
import { type Ledger, ledgerBalances, readLedger } from './check-ledger.ts'
import { compareBack, comparePayment, compareRefund, type Listed, nothingListed } from './compare-ledger.ts'
import type { GatewayPayment, GatewayRefund } from '../provider/gateway.ts'
import { recordRefund } from '../refunds/record-refund.ts'
import { sendRefund } from '../refunds/send-refund.ts'
import { findOrder, settlePayment } from './settle-payment.ts'
import { takeUnmatched } from './record-unmatched-payment.ts'

const pageSize = 100
/** Days that are listed at once: a sweep that is cut off goes on with the first that it had not finished. */
const sliceDays = 2
const dayMilliseconds = 86_400_000

interface Windows {
  now: Date
  payments_from: Date
  refunds_from: Date
}

// The database decides what time it is, for the school's own clock may be wrong. Late money comes within six days, so
// that many before the last sweep are listed again; a refund can take ten working days, and one that waits longer counts.
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
// The queue is not part of a snapshot of the database: after a restore no job stands for what was on its way.
const unsentRefunds = statement<{ id: number }>(
  'unsent_refunds',
  `select id from refunds where status in ('queued', 'sent') and created_at <= app_now() - interval '1 hour' order by id`,
)

/**
 * Pages through everything the provider took and sent back since the last sweep and some time before, settles what is not
 * known here, sends what should have gone back long ago, and compares the books with the provider's, both ways.
 * Run nightly; books that do not balance are an error in the log.
 */
export async function reconcileLedger(deps: Deps, principal: System): Promise<Ledger> {
  const window = await one(deps.db, reconciliationWindows)
  const listed = nothingListed()
  for (let from = window.payments_from; from < window.now; ) {
    const to = new Date(Math.min(window.now.getTime(), from.getTime() + sliceDays * dayMilliseconds))
    for (const { id: keyId } of deps.config.provider.keys) {
      await eachOf(
        (page) => deps.gateway.listPayments(keyId, { from, to, ...page }),
        (payment) => takePayment(deps, listed, keyId, payment),
      )
    }
    await rows(deps.db, saveReconciliationProgress, [to])
    from = to
  }
  for (const { id: keyId } of deps.config.provider.keys) {
    await eachOf(
      (page) => deps.gateway.listRefunds(keyId, { from: window.refunds_from, to: window.now, ...page }),
      (refund) => takeRefund(deps, listed, refund),
    )
  }
  for (const { id } of await rows(deps.db, unsentRefunds)) {
    await sendRefund(deps, principal, { id }).catch((error: unknown) => {
      deps.log.error({ err: error, refund: id }, 'a refund has not gone out for an hour')
    })
  }
  await compareBack(deps, listed, { payments: window.payments_from, refunds: window.refunds_from })
  await rows(deps.db, saveReconciliationResult, [[...new Set(listed.differences)].slice(0, 100)])
  const books = await readLedger(deps)
  if (!ledgerBalances(books)) deps.log.error({ books }, 'the books do not balance')
  return books
}

async function takePayment(deps: Deps, listed: Listed, keyId: string, payment: GatewayPayment): Promise<void> {
  await tell(deps, payment.id, async () => {
    const order = payment.orderId ? await findOrder(deps, payment.orderId) : undefined
    await (order ? settlePayment(deps, order.id, payment) : takeUnmatched(deps, keyId, payment))
  })
  if (payment.orderId && (await findOrder(deps, payment.orderId))) await comparePayment(deps, listed, payment)
}

async function takeRefund(deps: Deps, listed: Listed, refund: GatewayRefund): Promise<void> {
  if (!(await row(deps.db, knownPayment, [refund.paymentId]))) return
  await tell(deps, refund.id, () => recordRefund(deps, refund))
  await compareRefund(deps, listed, refund)
}

/** One that can not be taken in is told, and is no reason to leave out the others. */
async function tell(deps: Deps, id: string, take: () => Promise<unknown>): Promise<void> {
  await take().catch((error: unknown) => deps.log.error({ err: error, id }, 'what the provider lists can not be taken in'))
}

async function eachOf<T>(
  load: (page: { skip: number; count: number }) => Promise<T[]>,
  take: (item: T) => Promise<void>,
): Promise<void> {
  for (let skip = 0; ; skip += pageSize) {
    const page = await load({ skip, count: pageSize })
    for (const item of page) await take(item)
    if (page.length < pageSize) return
  }
}
