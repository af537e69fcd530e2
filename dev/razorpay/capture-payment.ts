import type { EventSnapshot } from './emit-events.ts'
import { emitEvents } from './emit-events.ts'
import type { Payment, StoredOrder } from './entities.ts'
import { badRequest } from './errors.ts'
import { readAmount, readBody, readText, refuseUnknown } from './read-input.ts'
import { findOrder, findPayment, saveOrder, savePayment } from './records.ts'
import type { Sandbox } from './sandbox.ts'
import { addPaymentToSettle } from './settle.ts'

/** `POST /v1/payments/:id/capture`: captures the full authorised amount once. */
export function capturePayment(sandbox: Sandbox, id: string, given: unknown): Payment {
  const body = readBody(given)
  refuseUnknown(body, ['amount', 'currency'])
  const amount = readAmount(body)
  if (amount === undefined) throw badRequest('The amount field is required.', 'amount')
  const currency = readText(body, 'currency', 3)
  return sandbox.store.transaction(() => {
    const payment = findPayment(sandbox.store, id)
    if (payment.captured) throw badRequest('This payment has already been captured')
    if (payment.status !== 'authorized')
      throw badRequest('Only payments which have been authorized and not yet captured can be captured')
    if (amount !== payment.amount) throw badRequest('Capture amount must be equal to the amount authorized', 'amount')
    if (currency !== undefined && currency !== payment.currency) {
      throw badRequest('Capture currency must be equal to the payment currency', 'currency')
    }
    emitEvents(sandbox, capture(sandbox, findOrder(sandbox.store, payment.order_id), payment))
    return payment
  })
}

/** Captures an authorised payment and marks its order paid. The fee is 2 % plus 18 % tax on it, in paise. */
export function capture(sandbox: Sandbox, order: StoredOrder, payment: Payment): EventSnapshot[] {
  const base = Math.round(payment.amount * 0.02)
  payment.tax = Math.round(base * 0.18)
  payment.fee = base + payment.tax
  payment.status = 'captured'
  payment.captured = true
  savePayment(sandbox.store, payment)
  addPaymentToSettle(sandbox, payment)
  order.wire.status = 'paid'
  order.wire.amount_paid = payment.amount
  order.wire.amount_due = Math.max(0, order.wire.amount - payment.amount)
  saveOrder(sandbox.store, order)
  const snapshot = { ...payment }
  return [
    { event: 'payment.captured', payment: snapshot },
    { event: 'order.paid', payment: snapshot, order: structuredClone(order) },
  ]
}
