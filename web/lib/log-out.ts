import { logOut as logOutEndpoint } from '#contract/people/accounts.ts'
import { timings } from '#contract/rules.ts'
import * as messages from '#contract/messages.ts'
import { call } from './api.ts'
import { errorMessage, withConnectionError } from './error-message.ts'
import { clearSession } from './session.ts'
import { readStored } from './storage.ts'
import { toast } from './toast.ts'

/** Ends the session on the server, clears it here even if that fails, and goes home. */
export async function logOut(): Promise<void> {
  const refresh = readStored('refreshToken')
  const problem = refresh ? await endAtServer(refresh) : undefined
  clearSession()
  sessionStorage.clear()
  if (problem) toast.acrossLoad('account', 'error', problem)
  toast.acrossLoad('account', 'success', messages.loggedOut)
  setTimeout(() => location.assign('/home'), timings.logoutRedirect)
}

/** Returns the error message, undefined on success. */
async function endAtServer(refresh: string): Promise<string | undefined> {
  try {
    await call(logOutEndpoint, { body: { refresh } })
    return undefined
  } catch (error) {
    return errorMessage(error, 'detail', 'message') ?? withConnectionError(messages.logoutFailed, error)
  }
}
