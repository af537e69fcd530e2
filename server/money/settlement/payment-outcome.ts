import type { PaymentOutcome } from '#contract/money/payments.ts'
import { refundTime } from '#contract/rules.ts'
import * as messages from '#contract/messages.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import type { Disposition } from '#server/money/payments/disposition.ts'

interface Enrolled {
  course_id: number
  course_title: string
  provider_payment_id: string
  provider_order_id: string
  amount_paise: number
}

const enrolledPayment = statement<Enrolled>(
  'enrolled_payment',
  `select b.course_id, o.course_title, p.provider_payment_id, o.provider_order_id, p.amount_paise
   from payments p join payment_orders o on o.id = p.order_id join batches b on b.id = o.batch_id
   where p.provider_payment_id = $1`,
)

export const confirmingMessage = 'Payment received, we are confirming it. You will be enrolled shortly.'

const outcomeMessages: Record<Exclude<Disposition, 'enrolled'>, string> = {
  pending: confirmingMessage,
  refund_due: `Payment received, but it could not be accepted. The full amount goes back to the source; this takes ${refundTime}.`,
  refunded: `This payment has been refunded to the source. It can take ${refundTime} to show.`,
  review: 'Payment received. A member of our team is checking it and will write to you within one working day.',
}

export const messageFor = (disposition: Exclude<Disposition, 'enrolled'>): string => outcomeMessages[disposition]

/** Returns the outcome that a student reads of a payment. Captured money is never reported as failed. */
export async function outcomeOf(deps: Deps, paymentId: string, disposition: Disposition): Promise<PaymentOutcome> {
  if (disposition !== 'enrolled') {
    return { status: disposition === 'pending' ? 'confirming' : disposition, message: outcomeMessages[disposition] }
  }
  const paid = await row(deps.db, enrolledPayment, [paymentId])
  if (!paid) throw new Error(`payment ${paymentId} is enrolled but missing`)
  return enrolledOutcome(paid)
}

/** The outcome of a payment that has enrolled. */
export function enrolledOutcome(paid: Enrolled): PaymentOutcome {
  return {
    status: 'enrolled',
    message: messages.paymentVerified,
    course_id: paid.course_id,
    course_name: paid.course_title,
    payment_id: paid.provider_payment_id,
    order_id: paid.provider_order_id,
    amount: paid.amount_paise / 100,
  }
}
