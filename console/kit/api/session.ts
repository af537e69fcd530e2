import type { Me } from '#contract/people/staff/sign-in.ts'
import { createStore } from '#ui/store.ts'

/**
 * `ended`: the session is over while `staff` had pages open. The pages stay, hidden, until the same person signs in
 * again, so that nothing typed is lost.
 */
export type Session = { state: 'restoring' | 'unreachable' | 'out'; staff: null } | { state: 'in' | 'ended'; staff: Me }

const store = createStore<Session>({ state: 'restoring', staff: null })
/** Kept in memory only, so that no script of another page and no later visitor of this browser finds it. */
let access: string | null = null
const waiting = new Set<() => void>()

export const readAccess = (): string | null => access
export const readSession = store.read

export function enter(answer: { access: string; staff: Me }): void {
  access = answer.access
  store.set({ state: 'in', staff: answer.staff })
  for (const go of waiting) go()
  waiting.clear()
}

export function leave(): void {
  access = null
  store.set({ state: 'out', staff: null })
}

export function unreachable(): void {
  store.set({ state: 'unreachable', staff: null })
}

/** Resolves when somebody has signed in again. */
export function signedInAgain(): Promise<void> {
  access = null
  const session = store.read()
  if (session.state === 'in') store.set({ ...session, state: 'ended' })
  return new Promise((resolve) => waiting.add(resolve))
}

export function useSession(): Session {
  return store.useValue()
}
