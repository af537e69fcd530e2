import { ApiError } from '#contract/client.ts'
import { type PaymentChoice, quotePrice, savePaymentChoice } from '#contract/money/choice.ts'
import { call } from '#web/lib/api.ts'
import { readStored } from '#web/lib/storage.ts'
import { keptCode } from './kept-code.ts'

/** The price of a batch with a code. For a student it is saved, where it `saves`: the payment follows it. @throws ApiError 400 when the code can't be used */
export function askPrice(batchId: number, code: string, saves: boolean): Promise<PaymentChoice> {
  return !saves || readStored('accessToken') === null
    ? call(quotePrice, { body: { batch_id: batchId, coupon: code } })
    : call(savePaymentChoice, { body: { batch_id: batchId, plan: 'full', coupon: code } })
}

/** Chooses the full price for a student. A visitor has chosen nothing yet. */
export async function chooseFullPrice(batchId: number): Promise<void> {
  if (readStored('accessToken') === null) return
  await call(savePaymentChoice, { body: { batch_id: batchId, plan: 'full', coupon: null } })
}

/** Saves the kept code for the payment of a student, before it starts. @throws ApiError 400 when it can't be used */
export async function sendCode(batchId: number): Promise<void> {
  const code = keptCode()
  if (code !== null) await call(savePaymentChoice, { body: { batch_id: batchId, plan: 'full', coupon: code } })
}

/** The message of a code that can't be used; undefined for another failure. */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.status !== 400) return undefined
  const { raw } = error
  if (typeof raw !== 'object' || raw === null || !('coupon' in raw) || !Array.isArray(raw.coupon)) return undefined
  const [message] = raw.coupon as unknown[]
  return typeof message === 'string' ? message : undefined
}
