import type { System } from '../../auth/principal.ts'
import { type Queryable, row, rows, statement, transaction } from '../../db/query.ts'
import type { Deps } from '../../deps.ts'
import { settleEvent } from './confirm-capture.ts'
import type { GatewayEvent, GatewayPayment } from '../provider/gateway.ts'
import { recordDispute } from './record-dispute.ts'
import { recordRefund } from '../refunds/record-refund.ts'
import { findOrder } from './settle-payment.ts'

interface Waiting {
  provider: string
  event_id: string
  body: Buffer
}

// Whoever works on an event holds its row; other processes pass it by.
const takeWebhook = statement<Waiting>(
  'take_webhook',
  `select provider, event_id, body from webhook_events
   where processed_at is null and not quarantined
     and next_attempt_at <= app_now()
   order by next_attempt_at, received_at limit 1
   for update skip locked`,
)
// The event itself stays, so that it is known when it comes again; what it tells of a person has no more use.
const markWebhookProcessed = statement(
  'mark_webhook_processed',
  `update webhook_events set processed_at = app_now(), attempts = attempts + 1, last_error = null, body = ''
   where provider = $1 and event_id = $2`,
)
const quarantineWebhook = statement(
  'quarantine_webhook',
  `update webhook_events set quarantined = true, attempts = attempts + 1, last_error = $3 where provider = $1 and event_id = $2`,
)
const noteWebhookFailure = statement(
  'note_webhook_failure',
  // A minute per try, up to an hour.
  `update webhook_events set attempts = attempts + 1, last_error = $3,
     next_attempt_at = app_now() + make_interval(mins => least(attempts + 1, 60))
   where provider = $1 and event_id = $2`,
)

interface Run {
  begun: boolean
  done: Promise<void>
}

/** The last run of each process's pool. An event holds one connection while its settling takes a second: one run at a time. */
const lastRun = new WeakMap<Deps['db'], Run>()

/** Works off the stored webhooks, the oldest first, after a run that is under way; one that fails stays for a later try. */
export function processWebhooks(deps: Deps, _system: System): Promise<void> {
  const last = lastRun.get(deps.db)
  // One that has not begun yet will see all that is stored by now: a burst of webhooks needs no run for each.
  if (last && !last.begun) return last.done
  const run: Run = { begun: false, done: Promise.resolve() }
  run.done = (last?.done ?? Promise.resolve())
    .catch(() => undefined)
    .then(async () => {
      run.begun = true
      let worked = true
      while (worked) worked = await transaction(deps.db, (tx) => processNext(deps, tx))
    })
  lastRun.set(deps.db, run)
  return run.done
}

async function processNext(deps: Deps, tx: Queryable): Promise<boolean> {
  const waiting = await row(tx, takeWebhook)
  if (!waiting) return false
  const key = [waiting.provider, waiting.event_id]
  const event = deps.gateway.readEvent(waiting.body)
  try {
    const problem = event ? await apply(deps, event) : 'not understood'
    if (problem === undefined) {
      await rows(tx, markWebhookProcessed, key)
      return true
    }
    deps.log.error({ event: waiting.event_id, problem }, 'a webhook is put aside for a person to look at')
    await rows(tx, quarantineWebhook, [...key, problem])
  } catch (error) {
    deps.log.warn({ err: error, event: waiting.event_id }, 'a webhook will be tried again')
    await rows(tx, noteWebhookFailure, [...key, error instanceof Error ? error.message.slice(0, 300) : 'unknown'])
  }
  return true
}

/** Settling is a transaction of its own, so that the money's place never hangs on the bookkeeping of the event. */
async function apply(deps: Deps, event: GatewayEvent): Promise<string | undefined> {
  switch (event.is) {
    case 'harmless':
      return undefined
    case 'unknown':
      return 'an event of a kind that is not known here'
    case 'payment':
      return settle(deps, event.payment)
    case 'refund': {
      const problem = await settle(deps, event.payment)
      if (problem === undefined) await recordRefund(deps, event.refund)
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
