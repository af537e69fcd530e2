import type { StartedPayment } from '#contract/payments.ts'
import { currency } from '#contract/rules.ts'
import * as messages from '#contract/messages.ts'
import type { Student } from '../../auth/principal.ts'
import type { Deps } from '../../deps.ts'
import { conflict, HttpError, unavailable } from '../../errors.ts'
import { findProviderOrderId, type ReservedOrder, reserveOrder } from './reserve-order.ts'
import { GatewayError } from '../provider/gateway.ts'
import { releaseClaim, storeProviderOrder } from '../save-provider-order.ts'
import { type PreviousOrders, paidAlready, settlePreviousOrders } from './settle-previous-orders.ts'

interface Input {
  params: { batch_id: number }
  /** Network address that the start comes from; it counts the holds of a network. */
  ip: string
}

/** Milliseconds to wait for another request that is placing the same order, and between looks. */
const timeoutMs = 5000
const look = 150
/** Milliseconds for all that the provider is asked by one start, and for the making of an order alone: it may have to be looked up. */
const providerTimeoutMs = 8500
const placing = 5500

/**
 * The live order of this student for this batch: a new one, or the one there is while amount and key are the
 * same. Holds a seat for 15 minutes where the account may. The provider is called outside of any transaction.
 * @throws HttpError 404 unknown batch; 409 already paid or enrolled, started, cancelled or full; 503 provider unreachable
 */
export async function startPayment(deps: Deps, student: Student, input: Input): Promise<StartedPayment> {
  const { ip, params } = input
  const batchId = params.batch_id
  const until = AbortSignal.timeout(providerTimeoutMs)
  const earlier = await settlePreviousOrders(deps, student, batchId, until)
  const claim = await reserveOrder(deps, student, { batchId, ip }).catch((error: unknown) => {
    throw refusalAfter(earlier, error)
  })
  const providerOrderId = await providerOrderIdOf(deps, claim, { earlier, until })
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

/** Why there is no place, with what is known of money: that none was taken is said only by who knows it. */
function refusalAfter(earlier: PreviousOrders, error: unknown): unknown {
  if (!(error instanceof HttpError) || !error.body.code.startsWith('batch_')) return error
  if (earlier.owed) return paidAlready('refund_due')
  return earlier.untouched ? conflict(error.body.code, `${error.message} ${messages.noMoneyTaken}`) : error
}

async function providerOrderIdOf(
  deps: Deps,
  claim: ReservedOrder,
  { earlier, until }: { earlier: PreviousOrders; until: AbortSignal },
): Promise<string> {
  // Checkout itself refuses an order that is paid; another order it would take money for a second time.
  if (earlier.unsure.some((id) => id !== claim.orderId)) {
    await releaseClaim(deps, claim.orderId)
    throw unavailable('We could not check your earlier payment right now. Please try again in a moment.')
  }
  if (claim.providerOrderId) return claim.providerOrderId
  if (claim.state === 'waiting') return waitForOther(deps, claim.orderId, until)
  try {
    return await storeProviderOrder(deps, claim.orderId, await createProviderOrder(deps, claim, until))
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    await releaseClaim(deps, claim.orderId)
    deps.log.warn({ err: error, order: claim.orderId }, 'the order could not be placed')
    const known = earlier.untouched ? ` ${messages.noMoneyTaken}` : ''
    throw unavailable(`The payment provider is not reachable right now.${known} Please try again in a moment.`)
  }
}

/** An order that may exist already, because an earlier call was not answered, is looked up by its receipt first. */
async function createProviderOrder(deps: Deps, claim: ReservedOrder, until: AbortSignal): Promise<string> {
  const { keyId, receipt } = claim
  if (claim.state === 'taken-over') {
    const adopted = await deps.gateway.findOrderByReceipt(keyId, receipt, until)
    if (adopted) return adopted.id
  }
  try {
    const made = await deps.gateway.createOrder({
      keyId,
      amount: claim.amountPaise,
      currency,
      receipt,
      notes: { batch: String(claim.batchId) },
      until: AbortSignal.any([until, AbortSignal.timeout(placing)]),
    })
    return made.id
  } catch (error) {
    if (!(error instanceof GatewayError) || !error.uncertain) throw error
    const adopted = await deps.gateway.findOrderByReceipt(keyId, receipt, until)
    if (!adopted) throw error
    return adopted.id
  }
}

async function waitForOther(deps: Deps, orderId: number, until: AbortSignal): Promise<string> {
  const end = performance.now() + timeoutMs
  while (performance.now() < end && !until.aborted) {
    const found = await findProviderOrderId(deps, orderId)
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, look))
  }
  throw unavailable('Your payment is being prepared. Please try again in a moment.')
}
