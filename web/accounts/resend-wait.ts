/** Session storage: until when no other code can be asked for, so that the timer stays honest over a reload. */
const key = 'code-wait'

export function rememberWait(email: string, seconds: number, now = Date.now()): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ email, until: now + seconds * 1000 }))
  } catch {
    // Without storage the server's answer still tells how long to wait.
  }
}

/** Milliseconds of the epoch; 0 when a code for this address can be asked for as far as this tab knows. */
export function waitUntil(email: string): number {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('email' in kept) || !('until' in kept)) return 0
    return kept.email === email && typeof kept.until === 'number' ? kept.until : 0
  } catch {
    return 0
  }
}

/** Whole seconds left, rounded up: the button comes free when the server agrees, not before. */
export function secondsLeft(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / 1000))
}

/** A wait as one reads it: `45 s`, `1:05`, `12 min`. */
export function sayWait(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  if (seconds < 600) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return `${Math.ceil(seconds / 60)} min`
}
