import type { EventSnapshot } from './emit-events.ts'
import { emitEvents } from './emit-events.ts'
import type { Notes, Payment, Refund } from './entities.ts'
import { ApiError, badRequest } from './errors.ts'
import { refundFaults } from './faults.ts'
import { makeDigits, makeId } from './make-id.ts'
import { readAmount, readBody, readNotes, readText, refuseUnknown } from './read-input.ts'
import { findPayment, findRefund, savePayment, saveRefund } from './records.ts'
import type { Sandbox } from './sandbox.ts'
import { addRefundToSettle } from './settle.ts'
import { scheduleJob } from './schedule-job.ts'

const keyPattern = /^[A-Za-z0-9_-]{10,}$/

interface Wanted {
  amount: number
  notes: Notes
  receipt: string | null
  speed: Refund['speed_requested']
  idempotencyKey?: string | undefined
  request: string
}

/** `POST /v1/payments/:id/refund`: creates a refund. The same idempotency key and body return the first one. */
export function refundPayment(sandbox: Sandbox, id: string, given: unknown, idempotencyKey: string | undefined): Refund {
  const body = readBody(given)
  refuseUnknown(body, ['amount', 'speed', 'notes', 'receipt'])
  if (idempotencyKey !== undefined && !keyPattern.test(idempotencyKey)) {
    throw badRequest('The idempotency key must have at least 10 characters of letters, digits, hyphens and underscores')
  }
  const request = JSON.stringify([id, Object.entries(body).toSorted(([a], [b]) => (a < b ? -1 : 1))])
  return sandbox.store.transaction(() => {
    const payment = findPayment(sandbox.store, id)
    const earlier =
      idempotencyKey === undefined
        ? undefined
        : sandbox.store.get('select id, request from refunds where idempotency_key = ?', idempotencyKey)
    if (earlier) {
      if (earlier['request'] === request) return findRefund(sandbox.store, String(earlier['id']))
      throw new ApiError(400, {
        code: 'BAD_REQUEST_ERROR',
        description: 'Different request with the same idempotency key has already been processed.',
      })
    }
    const speed = readText(body, 'speed', 20) ?? 'normal'
    if (speed !== 'normal' && speed !== 'optimum') throw badRequest('The speed must be normal or optimum.', 'speed')
    if (payment.status === 'refunded') throw badRequest('The payment has been fully refunded already')
    if (!payment.captured) throw badRequest('The payment status should be captured for action to be taken')
    const left = payment.amount - payment.amount_refunded
    const amount = readAmount(body) ?? left
    if (amount < 100) throw badRequest('The amount must be atleast INR 1.00', 'amount')
    if (amount > payment.amount) throw badRequest('The refund amount provided is greater than amount captured', 'amount')
    if (amount > left) throw badRequest('The total refund amount is greater than the refund payment amount', 'amount')
    const wanted = {
      amount,
      notes: readNotes(body),
      receipt: readText(body, 'receipt', 40) ?? null,
      speed,
      idempotencyKey,
      request,
    } as const
    return makeRefund(sandbox, payment, wanted)
  })
}

/** Creates a refund. It is `processed`, or `pending` when a `refunds` fault delays or fails it. */
export function makeRefund(sandbox: Sandbox, payment: Payment, wanted: Wanted): Refund {
  const active = sandbox.faults.take('refunds', payment.order_id, refundFaults)
  const waits = active?.fault === 'failed' || active?.fault === 'pending'
  const slowed = active?.fault === 'speed_changed' && wanted.speed === 'optimum'
  const refund: Refund = {
    id: makeId('rfnd_'),
    entity: 'refund',
    amount: wanted.amount,
    currency: payment.currency,
    payment_id: payment.id,
    notes: wanted.notes,
    receipt: wanted.receipt,
    acquirer_data: { arn: null },
    created_at: sandbox.clock.seconds(),
    batch_id: null,
    status: 'pending',
    speed_processed: null,
    speed_requested: wanted.speed,
  }
  sandbox.store.run(
    'insert into refunds (id, payment_id, idempotency_key, request, created_at, body) values (?, ?, ?, ?, ?, ?)',
    refund.id,
    payment.id,
    wanted.idempotencyKey ?? null,
    wanted.request,
    refund.created_at,
    JSON.stringify(refund),
  )
  markRefunded(sandbox, payment, wanted.amount)
  const snapshots: EventSnapshot[] = [{ event: 'refund.created', payment: { ...payment }, refund: { ...refund } }]
  if (waits) {
    const afterMs = (active.after_seconds ?? (active.fault === 'failed' ? 0 : 86_400)) * 1000
    scheduleJob(sandbox, active.fault === 'failed' ? 'fail_refund' : 'process_refund', refund.id, afterMs)
  } else {
    if (slowed)
      snapshots.push({
        event: 'refund.speed_changed',
        payment: { ...payment },
        refund: { ...refund, speed_processed: 'normal' },
      })
    snapshots.push(settleRefund(sandbox, payment, refund, slowed || wanted.speed === 'normal' ? 'normal' : 'instant'))
  }
  emitEvents(sandbox, snapshots)
  return refund
}

/** Marks a refund processed. */
export function settleRefund(sandbox: Sandbox, payment: Payment, refund: Refund, speed: 'normal' | 'instant'): EventSnapshot {
  refund.status = 'processed'
  refund.speed_processed = speed
  refund.acquirer_data = { arn: makeDigits(23) }
  saveRefund(sandbox.store, refund)
  addRefundToSettle(sandbox, payment, refund)
  return { event: 'refund.processed', payment: { ...payment }, refund: { ...refund } }
}

/** Marks a refund failed and restores the payment's amount. */
export function failRefund(sandbox: Sandbox, payment: Payment, refund: Refund): EventSnapshot {
  refund.status = 'failed'
  saveRefund(sandbox.store, refund)
  markRefunded(sandbox, payment, -refund.amount)
  return { event: 'refund.failed', payment: { ...payment }, refund: { ...refund } }
}

function markRefunded(sandbox: Sandbox, payment: Payment, change: number): void {
  payment.amount_refunded += change
  const all = payment.amount_refunded === payment.amount
  payment.refund_status = payment.amount_refunded === 0 ? null : all ? 'full' : 'partial'
  // An authorisation that expires is refunded without a capture.
  payment.status = all ? 'refunded' : payment.captured ? 'captured' : 'authorized'
  savePayment(sandbox.store, payment)
}
