import type { System } from '#server/platform/auth/principal.ts'
import { type Queryable, row, rows, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { settleEvent } from './confirm-capture.ts'
import type { GatewayEvent, GatewayPayment } from '#server/money/provider/gateway.ts'
import { recordDispute } from './record-dispute.ts'
import { recordUnmatchedRefund } from './record-unmatched-refund.ts'
import { recordRefund } from '#server/money/refunds/record-refund.ts'
import { readSettlementsJob } from '#server/money/settlements/jobs.ts'
import { findOrder } from './settle-payment.ts'

interface Waiting {
  provider: string
  event_id: string
  body: Buffer
}

// The process that works on an event locks its row; other processes skip it.
const takeWebhook = statement<Waiting>(
  'take_webhook',
  `select provider, event_id, body from webhook_events
   where processed_at is null and not quarantined
     and next_attempt_at <= app_now()
   order by next_attempt_at, received_at limit 1
   for update skip locked`,
)
// The row stays, so that a repeated event is recognised; the personal data of its body is erased.
const markWebhookProcessed = statement(
  'mark_webhook_processed',
  `update webhook_events set processed_at = app_now(), attempts = attempts + 1, last_error = null, body = '', provider_payment_id = $3
   where provider = $1 and event_id = $2`,
)
const quarantineWebhook = statement(
  'quarantine_webhook',
  `update webhook_events set quarantined = true, attempts = attempts + 1, provider_payment_id = $3, last_error = $4
   where provider = $1 and event_id = $2`,
)
const noteWebhookFailure = statement(
  'note_webhook_failure',
  // The delay grows by a minute per attempt, up to an hour.
  `update webhook_events set attempts = attempts + 1, last_error = $3,
     next_attempt_at = app_now() + make_interval(mins => least(attempts + 1, 60))
   where provider = $1 and event_id = $2`,
)

interface Run {
  started: boolean
  done: Promise<void>
}

/** The last run per connection pool. An event uses two connections at once, so only one run is active. */
const lastRun = new WeakMap<Deps['db'], Run>()

/** Processes the stored webhooks, the oldest first, after the active run. A failed event is retried later. */
export function processWebhooks(deps: Deps, _system: System): Promise<void> {
  const last = lastRun.get(deps.db)
  // A run that has not started will see every stored event, so a burst of webhooks needs no run each.
  if (last && !last.started) return last.done
  const run: Run = { started: false, done: Promise.resolve() }
  run.done = (last?.done ?? Promise.resolve())
    .catch(() => undefined)
    .then(async () => {
      run.started = true
      let hasMore = true
      while (hasMore) hasMore = await transaction(deps.db, (tx) => processNext(deps, tx))
    })
  lastRun.set(deps.db, run)
  return run.done
}

async function processNext(deps: Deps, tx: Queryable): Promise<boolean> {
  const waiting = await row(tx, takeWebhook)
  if (!waiting) return false
  const key = [waiting.provider, waiting.event_id]
  const event = deps.gateway.readEvent(waiting.body)
  const paymentId = event ? paymentOf(event) : null
  try {
    const problem = event ? await apply(deps, event) : 'not understood'
    if (problem === undefined) {
      await rows(tx, markWebhookProcessed, [...key, paymentId])
      return true
    }
    deps.log.error({ event: waiting.event_id, problem }, 'a webhook is quarantined for review')
    await rows(tx, quarantineWebhook, [...key, paymentId, problem])
  } catch (error) {
    deps.log.warn({ err: error, event: waiting.event_id }, 'a webhook failed and will be retried')
    await rows(tx, noteWebhookFailure, [...key, error instanceof Error ? error.message.slice(0, 300) : 'unknown'])
  }
  return true
}

/** The provider's id of the payment that an event is about; null when it is about none. */
function paymentOf(event: GatewayEvent): string | null {
  if (event.is === 'dispute') return event.dispute.paymentId
  return event.is === 'payment' || event.is === 'refund' ? event.payment.id : null
}

/**
 * Applies an event in its own transaction, so the payment settles even when updating the event fails.
 * @returns the reason to quarantine the event
 */
async function apply(deps: Deps, event: GatewayEvent): Promise<string | undefined> {
  switch (event.is) {
    case 'harmless':
      return undefined
    case 'settlement':
      await deps.jobs.send(deps.db, readSettlementsJob, {})
      return undefined
    case 'unknown':
      return 'an event of a kind that is not known here'
    case 'payment':
      return settle(deps, event.payment)
    case 'refund': {
      const problem = await settle(deps, event.payment)
      if (problem === undefined) await recordRefund(deps, event.refund)
      else if (await recordUnmatchedRefund(deps, event.payment, event.refund)) return undefined
      return problem
    }
    case 'dispute': {
      const problem = event.payment && (await settle(deps, event.payment))
      if (problem !== undefined) return problem
      return (await recordDispute(deps, event.dispute, event.at)) ? undefined : 'a payment that is not ours'
    }
  }
}

async function settle(deps: Deps, payment: GatewayPayment): Promise<string | undefined> {
  if (!payment.orderId) return 'a payment without an order'
  const order = await findOrder(deps, payment.orderId)
  return order ? settleEvent(deps, order, payment) : 'an order that is not ours'
}
