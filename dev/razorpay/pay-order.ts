import { capture } from './capture-payment.ts'
import type { EventSnapshot } from './emit-events.ts'
import { emitEvents } from './emit-events.ts'
import type { Card, Notes, Payment, StoredOrder } from './entities.ts'
import type { FailureFacts } from './errors.ts'
import { ApiError } from './errors.ts'
import { paymentFaults } from './faults.ts'
import { makeDigits, makeId } from './make-id.ts'
import { saveOrder, savePayment } from './records.ts'
import type { Sandbox } from './sandbox.ts'
import { scheduleJob } from './schedule-job.ts'
import { timedOut } from './test-cards.ts'

/** The means of payment. Only a card's last four digits are stored. */
export interface PaymentMeans {
  method: 'card' | 'upi'
  card?: Card
  vpa?: string
  email?: string
  contact?: string
  description?: string
  notes?: Notes
  /** A repeated attempt with this id returns the first result. */
  attemptId?: string
}
export type Outcome = { is: 'captured' | 'authorized' } | { is: 'failed'; failure: FailureFacts }
/** The result reported to the browser. A fault can make it differ from the payment's status. */
export type ReportedPayment = 'success' | 'failed' | 'pending'

/** Creates a payment of an order, applies its outcome and queues its webhooks. */
export function payOrder(
  sandbox: Sandbox,
  order: StoredOrder,
  means: PaymentMeans,
  wanted: Outcome,
  webhook = true,
): { payment: Payment; reported: ReportedPayment } {
  if (order.wire.status === 'paid') {
    throw new ApiError(400, {
      code: 'BAD_REQUEST_ERROR',
      description: 'Payment already done for this order.',
      source: 'customer',
      step: 'payment_initiation',
      reason: 'order_already_paid',
      metadata: { order_id: order.wire.id },
    })
  }
  const active = sandbox.faults.take('payments', order.wire.id, paymentFaults)
  const late = active?.fault === 'late_authorisation' && wanted.is !== 'failed'
  const outcome: Outcome = late ? { is: 'failed', failure: timedOut } : wanted
  const payment = start(sandbox, order, means)
  if (active?.fault === 'wrong_amount') {
    payment.amount = active.amount ?? (order.wire.amount > 200 ? order.wire.amount - 100 : order.wire.amount + 100)
    payment.currency = active.currency ?? payment.currency
  }
  const reported: ReportedPayment =
    outcome.is === 'failed' ? 'failed' : active?.fault === 'silent_capture' ? 'pending' : 'success'
  sandbox.store.run(
    'insert into payments (id, order_id, attempt_id, reported, created_at, body) values (?, ?, ?, ?, ?, ?)',
    payment.id,
    payment.order_id,
    means.attemptId ?? null,
    reported,
    payment.created_at,
    JSON.stringify(payment),
  )
  order.wire.attempts += 1
  order.wire.status = 'attempted'
  saveOrder(sandbox.store, order)
  if (outcome.is === 'failed') {
    emitEvents(sandbox, [fail(sandbox, payment, outcome.failure)], webhook)
    if (late) scheduleJob(sandbox, 'authorise_late', payment.id, (active.after_seconds ?? 2 * 86_400) * 1000)
  } else {
    const stays = outcome.is === 'authorized' || active?.fault === 'stay_authorised'
    emitEvents(sandbox, authorise(sandbox, order, payment, !stays), webhook)
  }
  return { payment, reported }
}

/** Authorises a payment, captures it if asked, and returns the events in order. */
export function authorise(sandbox: Sandbox, order: StoredOrder, payment: Payment, thenCapture: boolean): EventSnapshot[] {
  payment.status = 'authorized'
  payment.acquirer_data = payment.method === 'card' ? { auth_code: makeDigits(6) } : { rrn: makeDigits(12) }
  payment.error_code = payment.error_description = payment.error_source = payment.error_step = payment.error_reason = null
  savePayment(sandbox.store, payment)
  const authorised: EventSnapshot = { event: 'payment.authorized', payment: { ...payment } }
  if (thenCapture) return [authorised, ...capture(sandbox, order, payment)]
  scheduleJob(sandbox, 'expire_authorisation', payment.id, order.capture.manualExpiryMinutes * 60_000)
  return [authorised]
}

function fail(sandbox: Sandbox, payment: Payment, failure: FailureFacts): EventSnapshot {
  payment.status = 'failed'
  payment.error_code = failure.code
  payment.error_description = failure.description
  payment.error_source = failure.source ?? null
  payment.error_step = failure.step ?? null
  payment.error_reason = failure.reason ?? null
  savePayment(sandbox.store, payment)
  return { event: 'payment.failed', payment: { ...payment } }
}

function start(sandbox: Sandbox, order: StoredOrder, means: PaymentMeans): Payment {
  return {
    id: makeId('pay_'),
    entity: 'payment',
    amount: order.wire.amount,
    currency: order.wire.currency,
    status: 'created',
    order_id: order.wire.id,
    invoice_id: null,
    international: false,
    method: means.method,
    amount_refunded: 0,
    refund_status: null,
    captured: false,
    description: means.description ?? null,
    card_id: means.card?.id ?? null,
    ...(means.card ? { card: means.card } : {}),
    bank: null,
    wallet: null,
    vpa: means.vpa ?? null,
    email: means.email ?? null,
    contact: means.contact ?? null,
    notes: means.notes ?? [],
    fee: null,
    tax: null,
    error_code: null,
    error_description: null,
    error_source: null,
    error_step: null,
    error_reason: null,
    acquirer_data: {},
    created_at: sandbox.clock.seconds(),
  }
}
