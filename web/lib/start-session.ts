import { readUser, type SessionUser, updateSession } from './session.ts'
import { readStored, store } from './storage.ts'

/** Stores tokens and user, clears the error, and loads the enrolled courses. */
export function logIn(signedIn: { access: string; refresh: string; user: SessionUser }): void {
  store('accessToken', signedIn.access)
  store('refreshToken', signedIn.refresh)
  store('user', JSON.stringify(signedIn.user))
  updateSession({ loading: false, user: signedIn.user, error: null })
  void import('./restore-session.ts').then(({ loadEnrolled }) => loadEnrolled())
}

let started = false

const restoreLater = () => import('./restore-session.ts').then(({ restoreSession }) => restoreSession())

/**
 * Restores the session once per page: with a token from the server, else from the cached user.
 * @param restore of a page that has its code already
 */
export function startSession(restore: () => Promise<void> = restoreLater): void {
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
  // Shows the cached user until the profile is loaded.
  updateSession({ user: cached })
  void restore()
}
