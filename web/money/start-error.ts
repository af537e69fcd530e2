import { ApiError } from '#contract/client.ts'
import type { PaymentStatus } from '#contract/money/payments.ts'
import { paymentNotVerified } from '#contract/messages.ts'
import { refusalOf } from '#web/lib/coupon/ask-price.ts'
import { errorMessage } from '#web/lib/error-message.ts'

const fallback = 'Payment could not be started. Please try again.'

/** Returns the server's message, its `error`, its plain text, or the browser's message, whichever comes first. */
export function startErrorText(error: unknown): string {
  const message = errorMessage(error, 'message', 'error')
  if (message) return message
  // A proxy's error page is markup and not shown.
  if (error instanceof ApiError)
    return typeof error.raw === 'string' && error.raw.trim() && !/[<{]/.test(error.raw)
      ? error.raw.trim().slice(0, 300)
      : fallback
  return error instanceof Error && error.message ? error.message : fallback
}

/** Returns the server's message, else its plain text. */
export function verifyErrorText(error: unknown): string {
  const message = errorMessage(error, 'message')
  if (message) return message
  return error instanceof ApiError && typeof error.raw === 'string' ? startErrorText(error) : paymentNotVerified
}

export function isAlreadyEnrolled(text: string): boolean {
  return /already\s+(?:paid|enrolled)/i.test(text)
}

/** Returns the state of an earlier payment when that is why no payment starts; the error code is its status. */
export function earlierPayment(error: unknown): Exclude<PaymentStatus, { status: 'enrolled' }> | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  const status = earlierStatuses.find((state) => state === error.code)
  return status && { status, message: startErrorText(error) }
}
const earlierStatuses = ['confirming', 'review', 'refund_due', 'refunded'] as const

/** Whether the code of a coupon is why no payment starts: it was refused, or it was usable and is not any more. */
export function isCouponRefused(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.code === 'coupon_gone' || (error.status === 400 && refusalOf(error) !== undefined)
}

/** Whether a retry can succeed: after no response, a 429 or a 5xx. */
export function isWorthRetrying(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500 || error.status === 429
}
