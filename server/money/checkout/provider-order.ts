import type { StartedPayment } from '#contract/money/payments.ts'
import { currency } from '#contract/rules.ts'
import * as messages from '#contract/messages.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { unavailable } from '#server/platform/errors/errors.ts'
import { withDeadline } from '#server/money/provider/deadline.ts'
import { GatewayError } from '#server/money/provider/gateway.ts'
import { releaseClaim, storeProviderOrder } from '#server/money/payments/store-provider-order.ts'
import { findProviderOrderId, type ReservedOrder } from './reserve-order.ts'
import type { PreviousOrders } from './settle-previous-orders.ts'

/** Milliseconds to wait for another request that is creating the same order, and between two reads. */
const timeoutMs = 5000
const pollIntervalMs = 150
/** Milliseconds for all provider calls of one start, and for creating the order, which leaves time to look it up. */
export const providerTimeoutMs = 8500
const createOrderTimeoutMs = 5500

/** What checkout is opened with. */
export function startedPayment(student: Student, order: ReservedOrder, providerOrderId: string): StartedPayment {
  return {
    razorpay_key_id: order.keyId,
    amount: order.amountPaise / 100,
    order_id: providerOrderId,
    course_name: order.courseTitle,
    phone: student.phone ?? '',
    email: student.email,
    name: student.fullName,
  }
}

/**
 * Returns the provider's id of a reserved order, which it creates there if nobody has.
 * @throws HttpError 503 when the provider does not answer, or did not about an earlier order
 */
export async function providerOrderIdOf(
  deps: Deps,
  order: ReservedOrder,
  { previous, until }: { previous: PreviousOrders; until: AbortSignal },
): Promise<string> {
  // The provider refuses to take money twice for one order, but not for two: no new order while one is unchecked.
  if (previous.unchecked.some((id) => id !== order.orderId)) {
    await releaseClaim(deps, order.orderId)
    throw unavailable('We could not check your earlier payment right now. Please try again in a moment.')
  }
  if (order.providerOrderId) return order.providerOrderId
  if (order.state === 'waiting') return waitForOtherRequest(deps, order.orderId, until)
  try {
    return await storeProviderOrder(deps, order.orderId, await createProviderOrder(deps, order, until))
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    await releaseClaim(deps, order.orderId)
    deps.log.warn({ err: error, order: order.orderId }, 'the order could not be created at the provider')
    const known = previous.hasNone ? ` ${messages.noMoneyTaken}` : ''
    throw unavailable(`The payment provider is not reachable right now.${known} Please try again in a moment.`)
  }
}

/** Creates the order at the provider. An order that may exist already, after an unanswered call, is found by its receipt. */
async function createProviderOrder(deps: Deps, order: ReservedOrder, until: AbortSignal): Promise<string> {
  const { keyId, receipt } = order
  if (order.state === 'taken-over') {
    const adopted = await deps.gateway.findOrderByReceipt(keyId, receipt, until)
    if (adopted) return adopted.id
  }
  try {
    const { amountPaise: amount, batchId } = order
    const created = await withDeadline(createOrderTimeoutMs, (late) =>
      deps.gateway.createOrder({
        keyId,
        amount,
        currency,
        receipt,
        notes: { batch: String(batchId) },
        until: AbortSignal.any([until, late]),
      }),
    )
    return created.id
  } catch (error) {
    if (!(error instanceof GatewayError) || !error.uncertain) throw error
    const adopted = await deps.gateway.findOrderByReceipt(keyId, receipt, until)
    if (!adopted) throw error
    return adopted.id
  }
}

async function waitForOtherRequest(deps: Deps, orderId: number, until: AbortSignal): Promise<string> {
  const giveUpAt = performance.now() + timeoutMs
  while (performance.now() < giveUpAt && !until.aborted) {
    const found = await findProviderOrderId(deps, orderId)
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
  }
  throw unavailable('Your payment is being prepared. Please try again in a moment.')
}
