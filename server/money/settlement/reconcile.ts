import type { System } from '#server/platform/auth/principal.ts'
import { holdMinutes } from '#contract/rules.ts'
import { row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { GatewayError } from '#server/money/provider/gateway.ts'
import { confirmPayments } from './confirm-capture.ts'
import { storeProviderOrder } from '#server/money/payments/store-provider-order.ts'
import { settlePayment } from './settle-payment.ts'

interface Due {
  id: number
  key_id: string
  receipt: string
  provider_order_id: string | null
}

/** Consecutive unanswered orders that end a run; the next run begins within a minute. */
const maxUnanswered = 3

// Taking an order schedules its next check: 5, 15 and 60 minutes after its latest start, then every six hours until
// the sixth day.
const takeDueOrders = statement<Due>(
  'take_due_orders',
  // Materialized, because a join may run a subquery once for each order, and each run takes another one.
  `with s as materialized (
     select id, coalesce(started_at, hold_until - make_interval(mins => $1)) as started_at from payment_orders
     where next_check_at <= app_now() order by next_check_at limit 1 for no key update skip locked
   )
   update payment_orders o set checks = o.checks + 1,
     next_check_at = case o.checks
       when 0 then greatest(s.started_at + interval '5 minutes', app_now() + interval '1 minute')
       when 1 then greatest(s.started_at + interval '15 minutes', app_now() + interval '1 minute')
       when 2 then greatest(s.started_at + interval '60 minutes', app_now() + interval '1 minute')
       else case when app_now() < s.started_at + interval '6 days' then app_now() + interval '6 hours' end
     end
   from s where o.id = s.id
   returning o.id, o.key_id, o.receipt, o.provider_order_id`,
)
const expireOrder = statement(
  'expire_order',
  `update payment_orders set status = 'expired'
   where id = $1 and next_check_at is null and status in ('creating', 'open', 'attempted', 'superseded')`,
)
const checkOrderSoon = statement(
  'check_order_soon',
  `update payment_orders set next_check_at = least(next_check_at, app_now() + interval '1 minute') where id = $1`,
)
const longAuthorised = statement<{ id: number }>(
  'long_authorised',
  `select id from payments
   where provider_payment_id = $1 and status = 'authorized' and created_at <= app_now() - interval '15 minutes'`,
)

/**
 * Asks the provider about every unsettled order that is due, settles payments that browser and webhook did not report,
 * and captures those authorised for 15 minutes. Orders are taken one at a time, so an interrupted run delays no other.
 */
export async function reconcile(deps: Deps, _system: System): Promise<void> {
  for (let unanswered = 0; unanswered < maxUnanswered; ) {
    const order = await row(deps.db, takeDueOrders, [holdMinutes])
    if (!order) break
    unanswered = (await reconcileOrder(deps, order)) ? 0 : unanswered + 1
  }
  await confirmPayments(deps)
}

/** @returns false when the provider did not answer */
async function reconcileOrder(deps: Deps, order: Due): Promise<boolean> {
  try {
    const providerOrderId = order.provider_order_id ?? (await adopt(deps, order))
    if (providerOrderId) {
      for (const reported of await deps.gateway.listPaymentsOfOrder(order.key_id, providerOrderId)) {
        await settlePayment(deps, order.id, reported)
        if (reported.status === 'authorized' && (await row(deps.db, longAuthorised, [reported.id]))) {
          await settlePayment(deps, order.id, await deps.gateway.capturePayment(order.key_id, reported))
        }
      }
    }
    await rows(deps.db, expireOrder, [order.id])
    return true
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    deps.log.warn({ err: error, order: order.id }, 'the provider did not answer about an order, to be retried soon')
    await rows(deps.db, checkOrderSoon, [order.id])
    return !error.retryable
  }
}

/** Stores the provider's id of an order that was created there but not stored here. The receipt identifies it. */
async function adopt(deps: Deps, order: Due): Promise<string | undefined> {
  const found = await deps.gateway.findOrderByReceipt(order.key_id, order.receipt)
  return found && storeProviderOrder(deps, order.id, found.id)
}
