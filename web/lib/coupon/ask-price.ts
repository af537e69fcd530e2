import { ApiError } from '#contract/client.ts'
import { listOwnPrices, type OwnPrice, type PaymentChoice, quotePrice, savePaymentChoice } from '#contract/money/choice.ts'
import { call } from '#web/lib/api.ts'
import { readStored } from '#web/lib/storage.ts'
import { keptPlan } from '#web/lib/plan/kept-plan.ts'
import { keptCode } from './kept-code.ts'

/** The price of a batch with a code. For a student it is saved, where it `saves`: the payment follows it. @throws ApiError 400 when the code can't be used */
export function askPrice(batchId: number, code: string, saves: boolean): Promise<PaymentChoice> {
  return !saves || readStored('accessToken') === null
    ? call(quotePrice, { body: { batch_id: batchId, coupon: code } })
    : call(savePaymentChoice, { body: { batch_id: batchId, plan: keptPlan(batchId) ?? 'full', coupon: code } })
}

/** Chooses the price without a code for a student. A visitor has chosen nothing yet. */
export async function chooseFullPrice(batchId: number): Promise<void> {
  if (readStored('accessToken') === null) return
  await call(savePaymentChoice, { body: { batch_id: batchId, plan: keptPlan(batchId) ?? 'full', coupon: null } })
}

/** Saves the kept code and plan for the payment of a student, before it starts. @throws ApiError 400 when one can't be used */
export async function sendChoice(batchId: number): Promise<void> {
  const [coupon, plan] = [keptCode(), keptPlan(batchId)]
  if (coupon === null && plan === null) return
  await call(savePaymentChoice, { body: { batch_id: batchId, plan: plan ?? 'full', coupon } })
}

/** The message of a code that can't be used; undefined for another failure. */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.status !== 400) return undefined
  const { raw } = error
  if (typeof raw !== 'object' || raw === null || !('coupon' in raw) || !Array.isArray(raw.coupon)) return undefined
  const [message] = raw.coupon as unknown[]
  return typeof message === 'string' ? message : undefined
}

/** What batches cost the student who is signed in, where that is less than others pay, without a code. */
export const askOwnPrices = async (): Promise<OwnPrice[]> => (await call(listOwnPrices)).items
