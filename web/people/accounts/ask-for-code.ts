import { ApiError } from '#contract/client.ts'
import { codeResendSeconds } from '#contract/rules.ts'
import * as messages from '#contract/messages.ts'
import { isEndpointError } from '#web/lib/api.ts'
import { errorMessage, withConnectionError } from '#web/lib/error-message.ts'
import { toast } from '#web/lib/toast.ts'
import type { Requested } from './request-code.ts'
import { rememberWait } from './resend-wait.ts'

const sent = messages.changeCodeSent

/**
 * Requests a code for a signed-in student and shows the result in a toast. Field errors come before the general message.
 * @param email the address that receives the code
 */
export async function askForCode(email: string, ask: () => Promise<unknown>, fallback: string): Promise<Requested> {
  try {
    await ask()
    rememberWait(email, codeResendSeconds)
    toast.account('success', sent)
    return { sent: true }
  } catch (error) {
    const fields = error instanceof ApiError ? error.fields : {}
    const named = [fields['email'], fields['phone']].filter(Boolean).join(' ')
    const text = named || (errorMessage(error, 'message') ?? withConnectionError(fallback, error))
    toast.account('error', text)
    if (!isEndpointError(error, 429)) return { sent: false, text, error }
    rememberWait(email, error.retryAfter ?? codeResendSeconds)
    return { sent: false, text, wait: text, error }
  }
}
