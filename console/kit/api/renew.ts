import { ApiError, ConnectionError, createClient } from '#contract/client.ts'
import { staffLogout, staffRefresh } from '#contract/people/staff/sign-in.ts'
import { enter, leave, readAccess, unreachable } from './session.ts'

/** Without a bearer token: these calls read the cookie. */
const call = createClient(async ({ method, path }) => {
  const response = await fetch(`/api${path}`, { method, headers: { accept: 'application/json' } }).catch((error: unknown) => {
    throw new ConnectionError(error)
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) }
})

/** A key of the local storage whose change tells the other tabs that the person has signed out. */
const signedOut = 'console:signed-out'

/**
 * Renews the access token and returns whether there is one. All tabs share a lock: the cookie works once, and a second use
 * at the same time would end the session.
 * @throws ApiError, ConnectionError when the server could not decide
 */
export function renew(used: string | null): Promise<boolean> {
  return navigator.locks.request('console-renew', async () => {
    if (readAccess() !== used) return readAccess() !== null
    try {
      enter(await call(staffRefresh))
      return true
    } catch (error) {
      if (error instanceof ApiError && [401, 403].includes(error.status)) return false
      throw error
    }
  })
}

/** Restores the session when the console opens. */
export async function restore(): Promise<void> {
  try {
    if (!(await renew(null))) leave()
  } catch {
    unreachable()
  }
}

/** Ends the session in all tabs. @throws ApiError, ConnectionError when it goes on */
export async function signOut(): Promise<void> {
  await call(staffLogout)
  localStorage.setItem(signedOut, new Date().toISOString())
  leave()
}

export function watchTabs(): void {
  addEventListener('storage', ({ key }) => {
    if (key === signedOut) leave()
  })
}
