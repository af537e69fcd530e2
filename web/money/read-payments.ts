import { z } from 'zod'
import { paymentRecord } from '#contract/money/payments.ts'

/** A row with defaults, so that a missing field does not lose it. */
const row = z.object({
  id: z.union([z.number(), z.string()]),
  course_title: z.string().catch(''),
  instructor_name: z.string().catch(''),
  payment_date: z.string().catch(''),
  amount: z.coerce.number().catch(Number.NaN),
  razorpay_payment_id: z.string().catch(''),
  status: paymentRecord.shape.status.catch('paid'),
  receipt: paymentRecord.shape.receipt.catch(null),
  refunds: paymentRecord.shape.refunds.catch([]),
  request: paymentRecord.shape.request.catch(null),
})
export type PaymentRow = z.output<typeof row>

/** The answer is neither a list nor the JSON text of one. */
export class NotAList extends Error {}

/** @throws NotAList */
export function readPayments(answer: unknown): PaymentRow[] {
  const list = z.array(row).safeParse(typeof answer === 'string' ? parsed(answer) : answer)
  if (!list.success) throw new NotAList('Server did not return valid JSON.')
  return list.data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
