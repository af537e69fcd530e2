import { useSyncExternalStore } from 'react'
import type { Me } from '#contract/people/staff/sign-in.ts'

/**
 * `ended`: the session is over while `staff` had pages open. The pages stay, hidden, until the same person signs in
 * again, so that nothing typed is lost.
 */
export type Session = { state: 'restoring' | 'unreachable' | 'out'; staff: null } | { state: 'in' | 'ended'; staff: Me }

let current: Session = { state: 'restoring', staff: null }
/** Kept in memory only, so that no script of another page and no later visitor of this browser finds it. */
let access: string | null = null
const listeners = new Set<() => void>()
const waiting = new Set<() => void>()

export const readAccess = (): string | null => access
export const readSession = (): Session => current

function turn(next: Session): void {
  current = next
  for (const listener of listeners) listener()
}

export function enter(answer: { access: string; staff: Me }): void {
  access = answer.access
  turn({ state: 'in', staff: answer.staff })
  for (const go of waiting) go()
  waiting.clear()
}

export function leave(): void {
  access = null
  turn({ state: 'out', staff: null })
}

export function unreachable(): void {
  turn({ state: 'unreachable', staff: null })
}

/** Resolves when somebody has signed in again. */
export function signedInAgain(): Promise<void> {
  access = null
  if (current.state === 'in') turn({ state: 'ended', staff: current.staff })
  return new Promise((resolve) => waiting.add(resolve))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useSession(): Session {
  return useSyncExternalStore(subscribe, readSession)
}
