import type { StartedPayment } from '#contract/money/payments.ts'
import * as messages from '#contract/messages.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, HttpError } from '#server/platform/errors/errors.ts'
import { providerOrderIdOf, providerTimeoutMs, startedPayment } from './provider-order.ts'
import { reserveOrder } from './reserve-order.ts'
import { withDeadline } from '#server/money/provider/deadline.ts'
import { type PreviousOrders, paidAlready, settlePreviousOrders } from './settle-previous-orders.ts'

interface Input {
  params: { batch_id: number }
  /** IP address of the caller; seat holds are limited per network. */
  ip: string
}

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
  return startedPayment(student, order, providerOrderId)
}

/** Returns the error of a closed batch. It says that no money was taken only when that is certain. */
function refusalAfter(previous: PreviousOrders, error: unknown): unknown {
  if (!(error instanceof HttpError) || !error.body.code.startsWith('batch_')) return error
  if (previous.refundDue) return paidAlready('refund_due')
  return previous.hasNone ? conflict(error.body.code, `${error.message} ${messages.noMoneyTaken}`) : error
}
