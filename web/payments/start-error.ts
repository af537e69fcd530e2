import { ApiError } from '#contract/client.ts'
import type { PaymentStatus } from '#contract/payments.ts'
import { paymentNotVerified } from '#contract/messages.ts'
import { errorMessage } from '../lib/error-message.ts'

const otherwise = 'Payment could not be started. Please try again.'

/** The server's message, else its `error`, else its raw words, else what the browser says of a call without an answer. */
export function startErrorText(error: unknown): string {
  const said = errorMessage(error, 'message', 'error')
  if (said) return said
  // A proxy's error page is no sentence for a reader.
  if (error instanceof ApiError)
    return typeof error.raw === 'string' && error.raw.trim() && !/[<{]/.test(error.raw)
      ? error.raw.trim().slice(0, 300)
      : otherwise
  return error instanceof Error && error.message ? error.message : otherwise
}

/** The server's message, else its raw words. */
export function verifyErrorText(error: unknown): string {
  const said = errorMessage(error, 'message')
  if (said) return said
  return error instanceof ApiError && typeof error.raw === 'string' ? startErrorText(error) : paymentNotVerified
}

export function saysAlreadyEnrolled(text: string): boolean {
  return /already\s+(?:paid|enrolled)/i.test(text)
}

/** Where money of an earlier try stands, when that is why no payment starts; the code is its status. */
export function earlierMoney(error: unknown): Exclude<PaymentStatus, { status: 'enrolled' }> | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  const status = earlierStates.find((state) => state === error.code)
  return status && { status, message: startErrorText(error) }
}
const earlierStates = ['confirming', 'review', 'refund_due', 'refunded'] as const

/** Trying the same again can help: nothing was answered, or the server was busy or broken. */
export function isWorthRetrying(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500 || error.status === 429
}
