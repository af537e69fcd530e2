import { z } from 'zod'
import type { Order, StoredOrder } from './entities.ts'
import { badRequest } from './errors.ts'
import { makeId } from './make-id.ts'
import type { Body } from './read-input.ts'
import { readAmount, readBody, readNotes, readText, refuseUnknown } from './read-input.ts'
import { saveOrder } from './records.ts'
import type { Sandbox } from './sandbox.ts'

const knownFields = ['amount', 'currency', 'receipt', 'notes', 'payment', 'payment_capture', 'partial_payment']
const threeDaysInMinutes = 3 * 24 * 60

const paymentOption = z.strictObject({
  capture: z.enum(['automatic', 'manual']),
  capture_options: z
    .strictObject({
      automatic_expiry_period: z.int().min(12).max(7200).optional(),
      manual_expiry_period: z.int().min(12).max(7200).optional(),
      refund_speed: z.enum(['normal', 'optimum']).optional(),
    })
    .optional(),
})

function readCapture(body: Body): StoredOrder['capture'] {
  const option = paymentOption.optional().safeParse(body['payment'] ?? undefined)
  if (!option.success) {
    const issue = option.error.issues[0]
    throw badRequest(`payment ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not valid'}`, 'payment')
  }
  const legacy = body['payment_capture']
  if (legacy !== undefined && ![0, 1, true, false, '0', '1'].some((allowed) => allowed === legacy)) {
    throw badRequest('The payment_capture field must be 0 or 1.', 'payment_capture')
  }
  const periods = option.data?.capture_options
  return {
    automatic: option.data ? option.data.capture === 'automatic' : [1, true, '1'].some((yes) => yes === legacy),
    automaticExpiryMinutes: periods?.automatic_expiry_period ?? threeDaysInMinutes,
    manualExpiryMinutes: periods?.manual_expiry_period ?? threeDaysInMinutes,
  }
}

/** `POST /v1/orders`: creates an order. */
export function createOrder(sandbox: Sandbox, given: unknown): Order {
  const body = readBody(given)
  refuseUnknown(body, knownFields)
  const amount = readAmount(body)
  if (amount === undefined) throw badRequest('The amount field is required.', 'amount')
  if (amount < 100) throw badRequest('Order amount less than minimum amount allowed', 'amount')
  const currency = readText(body, 'currency', 3)
  if (currency === undefined) throw badRequest('The currency field is required.', 'currency')
  if (currency !== 'INR') throw badRequest('Currency is not supported', 'currency')
  if (body['partial_payment'] === true) throw badRequest('Partial payments are not enabled for this account', 'partial_payment')
  const receipt = readText(body, 'receipt', 40) ?? null
  const capture = readCapture(body)
  const notes = readNotes(body)
  return sandbox.store.transaction(() => {
    if (receipt !== null && sandbox.store.get('select 1 from orders where receipt = ?', receipt)) {
      throw badRequest('An order with this receipt already exists', 'receipt')
    }
    const wire: Order = {
      id: makeId('order_'),
      entity: 'order',
      amount,
      amount_paid: 0,
      amount_due: amount,
      currency,
      receipt,
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes,
      created_at: sandbox.clock.seconds(),
    }
    saveOrder(sandbox.store, { wire, capture })
    return wire
  })
}
