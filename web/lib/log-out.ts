import { logout } from '#contract/accounts.ts'
import { timings } from '#contract/rules.ts'
import * as messages from '#contract/messages.ts'
import { call } from './api.ts'
import { errorMessage, withLostConnection } from './error-message.ts'
import { forgetSession } from './session.ts'
import { readStored } from './storage.ts'
import { toast } from './toast.ts'

/** Tells the server and says when that fails; then nothing of the session is left here in any case, and the reader goes home. */
export async function logOut(): Promise<void> {
  const refresh = readStored('refreshToken')
  const problem = refresh ? await endAtServer(refresh) : undefined
  forgetSession()
  sessionStorage.clear()
  if (problem) toast.acrossLoad('account', 'error', problem)
  toast.acrossLoad('account', 'success', messages.loggedOut)
  setTimeout(() => location.assign('/home'), timings.logoutRedirect)
}

/** Why the server did not end the session, in words; undefined when it did. */
async function endAtServer(refresh: string): Promise<string | undefined> {
  try {
    await call(logout, { body: { refresh } })
    return undefined
  } catch (error) {
    return errorMessage(error, 'detail', 'message') ?? withLostConnection(messages.logoutFailed, error)
  }
}
