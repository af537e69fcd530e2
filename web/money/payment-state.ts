import type { PaymentOutcome, PaymentStatus, StartedPayment } from '#contract/money/payments.ts'
import type { LinkRefusal } from './link-refusal.ts'
import type { PartRefusal } from './part-refusal.ts'
import * as messages from '#contract/messages.ts'

/** Checkout's answer, also carried by the URL of `/verify-payment`. */
export interface CheckoutAnswer {
  razorpay_payment_id: string
  razorpay_order_id: string
  razorpay_signature: string
}

export type Enrolled = Extract<PaymentOutcome, { status: 'enrolled' }>

/** The state of one payment. A payment that was captured is never called failed. */
export type PaymentState =
  | { at: 'idle' }
  | { at: 'starting' }
  /** Start answered 401 and there is no session to refresh. */
  | { at: 'registering' }
  | { at: 'paying'; order: StartedPayment }
  | { at: 'verifying' }
  /** Checkout was dismissed; the flow asks whether a payment was made. */
  | { at: 'checking' }
  /** `waiting` is false after the last poll; the server continues on its own. */
  | { at: 'confirming'; message: string; waiting: boolean }
  | { at: 'enrolled'; receipt: Enrolled; email: string | undefined }
  /** `again`: the payment is closed and a new one can start. */
  | { at: 'settled'; message: string; again: boolean }
  /** The session has ended. `received`: this tab's checkout or the server knows the payment. */
  | { at: 'signed-out'; received: boolean }
  /** An error; `cause` decides which links are shown. */
  | { at: 'stopped'; cause: 'start' | 'refused' | 'coupon' | 'declined' | 'verification' | 'unchecked'; message: string }
  /** The payment link leads to no payment; `link` decides which ways are shown. */
  | { at: 'link-refused'; link: LinkRefusal; message: string }
  /** The link of a part leads to no payment, or not before somebody logs in. */
  | { at: 'part-refused'; part: PartRefusal; message: string }
  | { at: 'leaving' }

export const texts = {
  paymentReceived: 'Payment received, we are confirming it. You will be enrolled shortly.',
  checking: 'We are checking your payment. You do not have to pay again.',
  alreadyEnrolled: messages.alreadyEnrolled,
  cancelled: 'Payment cancelled by user',
  noCheckout: 'Failed to load Razorpay SDK. Please check your connection.',
  noOrder: 'Order data is missing',
  verified: messages.paymentVerified,
  declined: 'The payment did not go through.',
  missingDetails: 'Missing payment details in URL.',
  logInToSee: 'Payment received. Log in to see your course.',
  logInToCheck: 'Log in to see what came of your payment.',
  unchecked: 'We could not reach the server to check whether a payment was made.',
} as const

/** Milliseconds between polls of a payment that is being confirmed; four minutes in total. */
export const pollDelays: readonly number[] = [
  2000, 2000, 2000, 3000, 5000, 8000, 10_000, 15_000, 20_000, 30_000, 30_000, 30_000, 40_000, 43_000,
]

/** Maps an answer to a state; undefined while the payment is being confirmed. */
export function outcomeState(answer: PaymentOutcome | PaymentStatus, email: string | undefined): PaymentState | undefined {
  if (answer.status === 'enrolled') return { at: 'enrolled', receipt: answer, email }
  if (answer.status === 'refund_due' || answer.status === 'refunded' || answer.status === 'review')
    return { at: 'settled', message: answer.message, again: answer.status !== 'review' }
  return undefined
}
