import { type PaymentChoice, quotePrice, readPaymentChoice } from '#contract/money/choice.ts'
import { call } from '#web/lib/api.ts'
import { quietCall } from '#web/lib/quiet-call.ts'
import { readStored } from '#web/lib/storage.ts'

export { PlanChoice } from './plan-choice.tsx'

/** What a batch costs, and how it can be paid in parts. A student may have a price of their own, and a choice of before. */
export function askPlans(batchId: number): Promise<PaymentChoice> {
  return readStored('accessToken') === null
    ? call(quotePrice, { body: { batch_id: batchId, coupon: null } })
    : quietCall(readPaymentChoice, { params: { batch_id: batchId } })
}
