import { useSyncExternalStore } from 'react'
import type { EnrolledCourse } from '#contract/enrolment.ts'
import { forget, readStored } from './storage.ts'

export interface SessionUser {
  full_name: string
  email: string
}

export interface Session {
  /** True until the start-up restore has ended. */
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
  // A stored token stands for a user only until the profile has answered: then bar, home and login agree.
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

/** While hydrating everybody is unknown, as in the kept page; a moment later the real state shows. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, readSession, () => initial)
}

/** The name falls back as SPEC says; a cached user that can't be read is nobody. */
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

/** Ends the session in this browser; every tab hears of it through storage. */
export function forgetSession(): void {
  forget('accessToken', 'refreshToken', 'user', 'emailForOtp', 'authFlow')
  updateSession({ loading: false, user: null, enrolled: [], error: null })
}
