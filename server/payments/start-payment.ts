import type { StartedPayment } from '#contract/payments.ts'
import { currency } from '#contract/rules.ts'
import type { Student } from '../accounts/authenticate.ts'
import type { Deps } from '../deps.ts'
import { conflict, unavailable } from '../errors.ts'
import { alreadyEnrolled, type Claim, claimOrder, findPlacedOrder } from './claim-order.ts'
import { GatewayError } from './gateway.ts'
import { confirmingMessage } from './payment-outcome.ts'
import { releaseClaim, storeProviderOrder } from './place-order.ts'
import { settlePayment } from './settle-payment.ts'

/** Milliseconds to wait for another request that is placing the same order, and between looks. */
const patience = 5000
const look = 150

/**
 * The live order of this student for this batch: a new one, or the one there is while amount and key are the
 * same. Holds a seat for 15 minutes. The provider is called outside of any transaction.
 * @throws HttpError 404 unknown batch; 409 already enrolled, started, cancelled or full; 503 provider unreachable
 */
export async function startPayment(deps: Deps, student: Student, batchId: number): Promise<StartedPayment> {
  const claim = await claimOrder(deps, student, batchId)
  const providerOrderId = await placedId(deps, claim)
  return {
    razorpay_key_id: claim.keyId,
    amount: claim.amountPaise / 100,
    order_id: providerOrderId,
    course_name: claim.courseTitle,
    phone: student.phone ?? '',
    email: student.email,
    name: student.fullName,
  }
}

async function placedId(deps: Deps, claim: Claim): Promise<string> {
  if (claim.providerOrderId) {
    await refuseIfPaid(deps, claim, claim.providerOrderId)
    return claim.providerOrderId
  }
  if (claim.state === 'waiting') return waitForOther(deps, claim.orderId)
  try {
    return await storeProviderOrder(deps, claim.orderId, await placeAtProvider(deps, claim))
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    await releaseClaim(deps, claim.orderId)
    deps.log.warn({ err: error, order: claim.orderId }, 'the order could not be placed')
    throw unavailable('The payment provider is not reachable right now. No money was taken. Please try again in a moment.')
  }
}

/** An order that may exist already, because an earlier call was not answered, is looked up by its receipt first. */
async function placeAtProvider(deps: Deps, claim: Claim): Promise<string> {
  const { keyId, receipt } = claim
  if (claim.state === 'taken-over') {
    const adopted = await deps.gateway.findOrderByReceipt(keyId, receipt, 'short')
    if (adopted) return adopted.id
  }
  try {
    const made = await deps.gateway.createOrder({
      keyId,
      amount: claim.amountPaise,
      currency,
      receipt,
      notes: { batch: String(claim.batchId) },
    })
    return made.id
  } catch (error) {
    if (!(error instanceof GatewayError) || !error.uncertain) throw error
    const adopted = await deps.gateway.findOrderByReceipt(keyId, receipt, 'short')
    if (!adopted) throw error
    return adopted.id
  }
}

/** An order that is met again may have been paid by somebody who never came back: it is not asked for twice. */
async function refuseIfPaid(deps: Deps, claim: Claim, providerOrderId: string): Promise<void> {
  try {
    for (const told of await deps.gateway.listPaymentsOfOrder(claim.keyId, providerOrderId)) {
      const disposition = await settlePayment(deps, claim.orderId, told)
      if (disposition === 'enrolled') throw alreadyEnrolled()
      if (disposition !== 'pending' || told.status === 'authorized') throw conflict('confirming', confirmingMessage)
    }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    // Checkout itself refuses an order that is paid.
    deps.log.warn({ err: error, order: claim.orderId }, 'the provider could not be asked about an order met again')
  }
}

async function waitForOther(deps: Deps, orderId: number): Promise<string> {
  const until = performance.now() + patience
  while (performance.now() < until) {
    const found = await findPlacedOrder(deps, orderId)
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, look))
  }
  throw unavailable('Your payment is being prepared. Please try again in a moment.')
}
