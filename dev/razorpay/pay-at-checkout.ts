import { z } from 'zod'
import type { Card, StoredOrder } from './entities.ts'
import type { FailureFacts } from './errors.ts'
import { ApiError, badRequest } from './errors.ts'
import { makeId } from './make-id.ts'
import type { Outcome, PaymentMeans } from './pay-order.ts'
import { payOrder } from './pay-order.ts'
import { findOrder, findPayment } from './records.ts'
import type { Sandbox } from './sandbox.ts'
import type { SheetAnswer } from '#dev/razorpay/sheet/messages.ts'
import { signedTriple } from './sign.ts'
import { testCards, upiDeclined } from './test-cards.ts'

const contact = z.string().max(120).optional()
const attempt = z.object({
  attempt_id: z.uuid(),
  key: z.string(),
  order_id: z.string(),
  amount: z.int().optional(),
  method: z.discriminatedUnion('type', [
    z.object({
      type: z.literal('card'),
      number: z.string().regex(/^\d{12,19}$/, 'The card number is not correct.'),
      expiry_month: z.int().min(1).max(12),
      expiry_year: z.int(),
      cvv: z.string().regex(/^\d{3,4}$/, 'The CVV has 3 or 4 digits.'),
      name: z.string().trim().min(1).max(100),
    }),
    z.object({ type: z.literal('upi'), vpa: z.string().max(100) }),
  ]),
  email: contact,
  contact,
  description: z.string().max(255).optional(),
})
type Attempt = z.infer<typeof attempt>

/** Returns the order. @throws ApiError when the key is not the sandbox's own */
export function openOrder(sandbox: Sandbox, key: string, orderId: string): StoredOrder {
  if (key !== sandbox.keyId) {
    throw new ApiError(401, { code: 'BAD_REQUEST_ERROR', description: 'The api key provided is invalid' })
  }
  return findOrder(sandbox.store, orderId)
}

/** Pays an order from the sheet. A repeated attempt id returns the first result. */
export function payAtCheckout(sandbox: Sandbox, given: unknown): SheetAnswer {
  const parsed = attempt.safeParse(given)
  if (!parsed.success) throw badRequest(z.prettifyError(parsed.error))
  const wanted = parsed.data
  const order = openOrder(sandbox, wanted.key, wanted.order_id)
  return sandbox.store.transaction(() => {
    const earlier = sandbox.store.get(
      'select id, reported from payments where attempt_id = ? and order_id = ?',
      wanted.attempt_id,
      order.wire.id,
    )
    if (earlier) return answer(sandbox, String(earlier['id']), String(earlier['reported']))
    if (wanted.amount !== undefined && wanted.amount !== order.wire.amount) {
      throw badRequest('The amount to pay differs from the amount of the order.', 'amount')
    }
    const { means, outcome } = decide(sandbox, order, wanted)
    const { payment, reported } = payOrder(sandbox, order, means, outcome)
    return answer(sandbox, payment.id, reported)
  })
}

function decide(sandbox: Sandbox, order: StoredOrder, wanted: Attempt): { means: PaymentMeans; outcome: Outcome } {
  const shared = {
    attemptId: wanted.attempt_id,
    notes: order.wire.notes,
    ...(wanted.email === undefined ? {} : { email: wanted.email }),
    ...(wanted.contact === undefined ? {} : { contact: wanted.contact }),
    ...(wanted.description === undefined ? {} : { description: wanted.description }),
  }
  const succeeds: Outcome = { is: order.capture.automatic ? 'captured' : 'authorized' }
  const { method } = wanted
  if (method.type === 'upi') {
    const vpa = method.vpa.trim().toLowerCase()
    const failure = upiFailure(vpa)
    return { means: { ...shared, method: 'upi', vpa }, outcome: failure ? { is: 'failed', failure } : succeeds }
  }
  const test = testCards.find((card) => card.number === method.number)
  if (!test) throw badRequest('The sandbox takes test cards only.', 'number')
  const now = new Date(sandbox.clock.now())
  const past = method.expiry_year * 12 + method.expiry_month < now.getFullYear() * 12 + now.getMonth() + 1
  if (past) throw badRequest('The card has expired.', 'expiry')
  const means: PaymentMeans = { ...shared, method: 'card', card: describe(test.number, test.network, method.name) }
  return { means, outcome: test.failure ? { is: 'failed', failure: test.failure } : succeeds }
}

function upiFailure(vpa: string): FailureFacts | undefined {
  if (vpa === 'success@razorpay') return undefined
  if (vpa === 'failure@razorpay') return upiDeclined
  return {
    code: 'BAD_REQUEST_ERROR',
    description: 'This UPI ID does not exist. Check it and try again.',
    source: 'customer',
    step: 'payment_initiation',
    reason: 'invalid_vpa',
  }
}

function describe(number: string, network: string, name: string): Card {
  return {
    id: makeId('card_'),
    entity: 'card',
    name,
    last4: number.slice(-4),
    network,
    type: 'debit',
    issuer: null,
    international: false,
    emi: false,
  }
}

function answer(sandbox: Sandbox, paymentId: string, reported: string): SheetAnswer {
  const payment = findPayment(sandbox.store, paymentId)
  if (reported === 'pending') return { status: 'pending', payment_id: payment.id }
  if (reported === 'success') return { status: 'success', ...signedTriple(payment.order_id, payment.id, sandbox.keySecret) }
  return {
    status: 'failed',
    error: {
      code: payment.error_code ?? 'BAD_REQUEST_ERROR',
      description: payment.error_description ?? 'Payment failed',
      source: payment.error_source ?? 'NA',
      step: payment.error_step ?? 'NA',
      reason: payment.error_reason ?? 'payment_failed',
      metadata: { payment_id: payment.id, order_id: payment.order_id },
    },
  }
}
