import type { StartedPayment } from '#contract/money/payments.ts'
import { currency } from '#contract/rules.ts'
import * as messages from '#contract/messages.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, HttpError, unavailable } from '#server/platform/errors/errors.ts'
import { findProviderOrderId, type ReservedOrder, reserveOrder } from './reserve-order.ts'
import { withDeadline } from '#server/money/provider/deadline.ts'
import { GatewayError } from '#server/money/provider/gateway.ts'
import { releaseClaim, storeProviderOrder } from '#server/money/payments/store-provider-order.ts'
import { type PreviousOrders, paidAlready, settlePreviousOrders } from './settle-previous-orders.ts'

interface Input {
  params: { batch_id: number }
  /** IP address of the caller; seat holds are limited per network. */
  ip: string
}

/** Milliseconds to wait for another request that is creating the same order, and between two reads. */
const timeoutMs = 5000
const pollIntervalMs = 150
/** Milliseconds for all provider calls of one start, and for creating the order, which leaves time to look it up. */
const providerTimeoutMs = 8500
const createOrderTimeoutMs = 5500

/**
 * Returns the live order of this student for this batch: a new one, or the existing one while amount and key are the
 * same. Holds a seat for 15 minutes if the account may. Calls the provider outside of any transaction.
 * @throws HttpError 404 unknown batch; 409 already paid or enrolled, started, cancelled or full; 503 provider unreachable
 */
export async function startPayment(deps: Deps, student: Student, input: Input): Promise<StartedPayment> {
  return withDeadline(providerTimeoutMs, (until) => startUntil(deps, student, input, until))
}

async function startUntil(deps: Deps, student: Student, { ip, params }: Input, until: AbortSignal): Promise<StartedPayment> {
  const batchId = params.batch_id
  const previous = await settlePreviousOrders(deps, student, batchId, until)
  const order = await reserveOrder(deps, student, { batchId, ip }).catch((error: unknown) => {
    throw refusalAfter(previous, error)
  })
  const providerOrderId = await providerOrderIdOf(deps, order, { previous, until })
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

/** Returns the error of a closed batch. It says that no money was taken only when that is certain. */
function refusalAfter(previous: PreviousOrders, error: unknown): unknown {
  if (!(error instanceof HttpError) || !error.body.code.startsWith('batch_')) return error
  if (previous.refundDue) return paidAlready('refund_due')
  return previous.hasNone ? conflict(error.body.code, `${error.message} ${messages.noMoneyTaken}`) : error
}

async function providerOrderIdOf(
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
