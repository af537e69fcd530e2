import { useSyncExternalStore } from 'react'
import type { EnrolledCourse } from '#contract/enrolment/enrolment.ts'
import { readStored, removeStored } from './storage.ts'

export interface SessionUser {
  full_name: string
  email: string
}

export interface Session {
  /** True until the session is restored at start-up. */
  loading: boolean
  user: SessionUser | null
  enrolled: EnrolledCourse[]
  error: string | null
}

const initial: Session = { loading: true, user: null, enrolled: [], error: null }
let current = initial
const listeners = new Set<() => void>()

export function updateSession(change: Partial<Session>): void {
  current = { ...current, ...change }
  // A stored token counts as signed in only until the profile is loaded, so that all parts of the page agree.
  const signedIn = current.user !== null || (current.loading && readStored('accessToken') !== null)
  document.documentElement.dataset['auth'] = signedIn ? 'in' : 'out'
  for (const listener of listeners) listener()
}

export function readSession(): Session {
  return current
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** During hydration the session is unknown, as in the cached page. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, readSession, () => initial)
}

/** Reads the cached user with SPEC's fallbacks for the name. Returns null for malformed text. */
export function readUser(text: string | null): SessionUser | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    if (typeof value !== 'object' || value === null) return null
    const fields = new Map(Object.entries(value))
    const name = [fields.get('full_name'), fields.get('name'), fields.get('first_name')].find(
      (one): one is string => typeof one === 'string' && one !== '',
    )
    const email = fields.get('email')
    return { full_name: name ?? '', email: typeof email === 'string' ? email : '' }
  } catch {
    return null
  }
}

/** Ends the session in this browser. Other tabs are notified by the storage event. */
export function clearSession(): void {
  removeStored('accessToken', 'refreshToken', 'user', 'emailForOtp', 'authFlow')
  updateSession({ loading: false, user: null, enrolled: [], error: null })
}
