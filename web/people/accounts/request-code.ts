import { logIn } from '#contract/people/accounts.ts'
import { codeResendSeconds } from '#contract/rules.ts'
import * as messages from '#contract/messages.ts'
import { call, isBusy, isEndpointError } from '#web/lib/api.ts'
import { withConnectionError } from '#web/lib/error-message.ts'
import { store } from '#web/lib/storage.ts'
import { toast } from '#web/lib/toast.ts'
import { rememberWait } from './resend-wait.ts'

const sent = messages.codeSent
const notSent = 'Unable to send OTP. Please check your email and try again.'
const unauthorised = 'Unauthorized. Please check your credentials.'

export type Requested =
  | { sent: true }
  /** `wait` is the server's message of a 429. A code sent recently is still valid. */
  | { sent: false; text: string; wait?: string; error: unknown }

/** Requests a sign-in code, stores the address and shows the result in a toast. */
export async function requestCode(email: string): Promise<Requested> {
  try {
    await call(logIn, { body: { email } })
    rememberWait(email, codeResendSeconds)
    store('emailForOtp', email)
    toast.account('success', sent)
    return { sent: true }
  } catch (error) {
    const text = isEndpointError(error, 401) ? unauthorised : isBusy(error) ? error.message : withConnectionError(notSent, error)
    const wait = isEndpointError(error, 429) ? error.message || 'Please wait a little before asking for another OTP.' : ''
    toast.account('error', wait || text)
    if (!isEndpointError(error, 429)) return { sent: false, text, error }
    rememberWait(email, error.retryAfter ?? codeResendSeconds)
    store('emailForOtp', email)
    return { sent: false, text, wait, error }
  }
}
