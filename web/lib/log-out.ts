import { logout } from '#contract/accounts.ts'
import { timings } from '#contract/rules.ts'
import * as said from '#contract/texts.ts'
import { call } from './api.ts'
import { forgetSession } from './session.ts'
import { readStored } from './storage.ts'
import { toast } from './toast.ts'

/** Tells the server, whatever it answers; then nothing of the session is left here and the reader goes home. */
export async function logOut(): Promise<void> {
  const refresh = readStored('refreshToken')
  if (refresh) await call(logout, { body: { refresh } }).catch(() => undefined)
  forgetSession()
  sessionStorage.clear()
  toast.acrossLoad('account', 'success', said.loggedOut)
  setTimeout(() => location.assign('/home'), timings.logoutRedirect)
}
