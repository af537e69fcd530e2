import type { PaymentOutcome, PaymentStatus, StartedPayment } from '#contract/payments.ts'
import * as messages from '#contract/messages.ts'

/** What checkout hands to the browser, and what the address of `/verify-payment` carries. */
export interface CheckoutAnswer {
  razorpay_payment_id: string
  razorpay_order_id: string
  razorpay_signature: string
}

export type Enrolled = Extract<PaymentOutcome, { status: 'enrolled' }>

/** Where one reader stands with one batch. Money that was taken is never called failed. */
export type PaymentState =
  | { at: 'idle' }
  | { at: 'starting' }
  /** Start answered 401 and there is no session to renew. */
  | { at: 'registering' }
  | { at: 'paying'; order: StartedPayment }
  | { at: 'verifying' }
  /** Checkout was dismissed; whether something was paid all the same is being asked. */
  | { at: 'checking' }
  /** `waiting` ends when the polls are used up; the server goes on by itself. */
  | { at: 'confirming'; message: string; waiting: boolean }
  | { at: 'enrolled'; receipt: Enrolled; email: string | undefined }
  /** `again`: it is over, and the place can be paid for anew. */
  | { at: 'settled'; message: string; again: boolean }
  /** The session has ended. `received`: checkout of this tab or the server has said that there is a payment. */
  | { at: 'signed-out'; received: boolean }
  /** Start, checkout or verification said no; `cause` decides which ways out are offered. */
  | { at: 'stopped'; cause: 'start' | 'refused' | 'declined' | 'verification' | 'unchecked'; message: string }
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

/** Milliseconds between two looks at a payment that is being confirmed: quick at first, four minutes in all. */
export const pollDelays: readonly number[] = [
  2000, 2000, 2000, 3000, 5000, 8000, 10_000, 15_000, 20_000, 30_000, 30_000, 30_000, 40_000, 43_000,
]

/** What an answer of the server comes to; undefined while the payment is still on its way. */
export function outcomeState(answer: PaymentOutcome | PaymentStatus, email: string | undefined): PaymentState | undefined {
  if (answer.status === 'enrolled') return { at: 'enrolled', receipt: answer, email }
  if (answer.status === 'refund_due' || answer.status === 'refunded' || answer.status === 'review')
    return { at: 'settled', message: answer.message, again: answer.status !== 'review' }
  return undefined
}
