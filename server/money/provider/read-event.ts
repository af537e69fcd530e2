import type { GatewayDispute, GatewayEvent } from './gateway.ts'
import { aboutDispute, aboutPayment, aboutRefund, event, instantOf, toDispute, toPayment, toRefund } from './razorpay-entities.ts'

const ofPayments = new Set(['payment.authorized', 'payment.captured', 'payment.failed', 'order.paid'])
const ofRefunds = new Set(['refund.created', 'refund.processed', 'refund.failed', 'refund.speed_changed'])
const ofDisputes = new Map<string, GatewayDispute['status']>([
  ['payment.dispute.created', 'open'],
  ['payment.dispute.under_review', 'under_review'],
  ['payment.dispute.action_required', 'action_required'],
  ['payment.dispute.won', 'won'],
  ['payment.dispute.lost', 'lost'],
  ['payment.dispute.closed', 'closed'],
])
/** Events that need no action: downtime of banks, and payouts to the school's own account. */
const harmless = new Set([
  'payment.downtime.started',
  'payment.downtime.updated',
  'payment.downtime.resolved',
  'order.notification.delivered',
  'order.notification.failed',
])

/** Parses the body of an event; undefined when it is invalid for its kind. */
export function readEvent(body: Buffer): GatewayEvent | undefined {
  const parsed = event.safeParse(parseJson(body))
  if (!parsed.success) return undefined
  const { event: type, payload } = parsed.data
  const known = { type, at: instantOf(parsed.data.created_at) }
  if (ofPayments.has(type)) {
    const about = aboutPayment.safeParse(payload).data
    return about && { ...known, is: 'payment', payment: toPayment(about.payment.entity) }
  }
  if (ofRefunds.has(type)) {
    const about = aboutRefund.safeParse(payload).data
    return about && { ...known, is: 'refund', payment: toPayment(about.payment.entity), refund: toRefund(about.refund.entity) }
  }
  if (type === 'settlement.processed') return { ...known, is: 'settlement' }
  const disputed = ofDisputes.get(type)
  if (disputed) {
    const about = aboutDispute.safeParse(payload).data
    if (!about) return undefined
    const payment = about.payment && toPayment(about.payment.entity)
    return { ...known, is: 'dispute', dispute: toDispute(about.dispute.entity, disputed), payment }
  }
  return { ...known, is: harmless.has(type) ? 'harmless' : 'unknown' }
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
