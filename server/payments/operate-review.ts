import { row, rows, statement } from '../db/query.ts'
import { rupeesOf } from '../format.ts'
import { readProviderId } from './read-arguments.ts'
import type { OperatorDeps } from './refunds/request-refund.ts'

interface Event {
  event_id: string
  event_type: string
  received_at: Date
  last_error: string | null
}
interface Dispute {
  provider_dispute_id: string
  provider_payment_id: string
  status: string
  phase: string | null
  reason_code: string | null
  amount_paise: number
  amount_deducted_paise: number
  respond_by: Date | null
  email: string
}
interface LateRefund {
  id: number
  provider_payment_id: string
  amount_paise: number
  status: string
  created_at: Date
  email: string
}
interface Unmatched {
  provider_payment_id: string
  receipt: string
  batch_id: number | null
  amount_paise: number
  status: string
  email: string | null
  contact: string | null
  paid_at: Date | null
}

const operatorEvents = statement<Event>(
  'operator_events',
  `select event_id, event_type, received_at, last_error from webhook_events where quarantined order by received_at`,
)
const disputeColumns = `d.provider_dispute_id, p.provider_payment_id, d.status, d.phase, d.reason_code, d.amount_paise,
     d.amount_deducted_paise, d.respond_by, u.email
   from disputes d join payments p on p.id = d.payment_id join payment_orders o on o.id = p.order_id join users u on u.id = o.user_id`
const operatorDisputes = statement<Dispute>('operator_disputes', `select ${disputeColumns} order by d.id desc limit 50`)
const operatorOpenDisputes = statement<Dispute>(
  'operator_open_disputes',
  `select ${disputeColumns} where d.status in ('open', 'under_review', 'action_required') order by d.respond_by, d.id`,
)
const operatorLateRefunds = statement<LateRefund>(
  'operator_late_refunds',
  `select r.id, p.provider_payment_id, r.amount_paise, r.status, r.created_at, u.email
   from refunds r join payments p on p.id = r.payment_id join payment_orders o on o.id = p.order_id join users u on u.id = o.user_id
   where r.status in ('queued', 'sent', 'pending') and r.created_at <= app_now() - interval '7 days' order by r.id`,
)
const operatorUnmatched = statement<Unmatched>(
  'operator_unmatched',
  `select provider_payment_id, receipt, batch_id, amount_paise, status, email, contact, paid_at from open_unmatched_payments
   order by found_at, provider_payment_id`,
)
const retryEvent = statement(
  'retry_event',
  `update webhook_events set quarantined = false, next_attempt_at = app_now() where event_id = $1 and quarantined returning 1`,
)
// Who has dealt with it needs no more of what it told of a person.
const dismissEvent = statement(
  'dismiss_event',
  `update webhook_events set quarantined = false, processed_at = app_now(), body = '', dismissed_at = app_now(), dismissed_by = $2,
     dismissed_reason = $3
   where event_id = $1 and quarantined returning 1`,
)
const dismissUnmatched = statement(
  'dismiss_unmatched',
  `update unmatched_payments set email = null, contact = null, dismissed_at = app_now(), dismissed_by = $2, dismissed_reason = $3
   where provider_payment_id = $1 and dismissed_at is null returning 1`,
)

export const minuteOf = (at: Date) => at.toISOString().slice(0, 16).replace('T', ' ')
const lineOf = (...parts: (string | number | null)[]) => parts.filter((part) => part !== null && part !== '').join('  ')

/** What waits for a person beside the payments themselves. */
export async function listForReview(deps: Pick<OperatorDeps, 'db'>): Promise<string[]> {
  return [
    ...(await rows(deps.db, operatorOpenDisputes)).map(disputeLine),
    ...(await rows(deps.db, operatorLateRefunds)).map((refund) =>
      lineOf(
        'refund',
        refund.id,
        refund.provider_payment_id,
        rupeesOf(refund.amount_paise),
        `${refund.status} since ${minuteOf(refund.created_at)}`,
        refund.email,
      ),
    ),
    ...(await rows(deps.db, operatorUnmatched)).map((unmatched) =>
      lineOf(
        'unmatched',
        unmatched.provider_payment_id,
        unmatched.paid_at && minuteOf(unmatched.paid_at),
        rupeesOf(unmatched.amount_paise),
        unmatched.status,
        `receipt ${unmatched.receipt} (batch ${unmatched.batch_id})`,
        unmatched.email,
        unmatched.contact,
      ),
    ),
    ...(await rows(deps.db, operatorEvents)).map((event) =>
      lineOf('event ', event.event_id, minuteOf(event.received_at), event.event_type, event.last_error),
    ),
  ]
}

function disputeLine(dispute: Dispute): string {
  return lineOf(
    'dispute',
    dispute.provider_dispute_id,
    dispute.provider_payment_id,
    rupeesOf(dispute.amount_paise),
    dispute.status,
    dispute.respond_by && `answer by ${minuteOf(dispute.respond_by)}`,
    dispute.amount_deducted_paise > 0 ? `${rupeesOf(dispute.amount_deducted_paise)} deducted` : null,
    dispute.phase,
    dispute.reason_code,
    dispute.email,
  )
}

/** What an operator does about these: undefined when the command is none of them, or wrongly put. */
export async function operateReview(
  deps: Pick<OperatorDeps, 'db'>,
  command: string,
  args: string[],
): Promise<{ lines: string[]; code: number } | undefined> {
  if (command === 'disputes') {
    const found = (await rows(deps.db, operatorDisputes)).map(disputeLine)
    return { lines: found.length > 0 ? found : ['No payment was ever disputed.'], code: 0 }
  }
  if (command !== 'retry' && command !== 'dismiss') return undefined
  const given = readProviderId(args)
  if (!given) return undefined
  const { id, words: reason } = given
  if (command === 'retry') {
    const again = await row(deps.db, retryEvent, [id])
    return again
      ? { lines: [`Event ${id} is worked off again within a minute by the running server.`], code: 0 }
      : { lines: ['No such event is put aside.'], code: 1 }
  }
  if (reason === '') return { lines: ['A dismissal needs a reason.'], code: 1 }
  const values = [id, 'operator', reason.slice(0, 500)]
  const dismissed = (await row(deps.db, dismissEvent, values)) ?? (await row(deps.db, dismissUnmatched, values))
  return dismissed
    ? { lines: [`${id} is dismissed.`], code: 0 }
    : { lines: ['Nothing of that name waits for a person.'], code: 1 }
}
