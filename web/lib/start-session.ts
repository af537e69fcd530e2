import { readUser, type SessionUser, updateSession } from './session.ts'
import { readStored, store } from './storage.ts'

/** Keeps tokens and user, clears any error, and loads the enrolled courses. */
export function logIn(signedIn: { access: string; refresh: string; user: SessionUser }): void {
  store('accessToken', signedIn.access)
  store('refreshToken', signedIn.refresh)
  store('user', JSON.stringify(signedIn.user))
  updateSession({ loading: false, user: signedIn.user, error: null })
  void import('./restore-session.ts').then(({ loadEnrolled }) => loadEnrolled())
}

let started = false

/** Once per page: with an access token profile and courses are loaded, else a cached user is taken as it is. */
export function startSession(): void {
  if (started) return
  started = true
  addEventListener('storage', (event) => {
    if (event.key === 'accessToken' && event.newValue === null) updateSession({ user: null, enrolled: [], error: null })
    if (event.key === 'user' && event.newValue !== null) updateSession({ user: readUser(event.newValue) })
  })
  const cached = readUser(readStored('user'))
  if (!readStored('accessToken')) {
    updateSession({ loading: false, user: cached })
    return
  }
  // The name shows at once; whether it still holds is asked meanwhile.
  updateSession({ user: cached })
  void import('./restore-session.ts').then(({ restoreSession }) => restoreSession())
}
