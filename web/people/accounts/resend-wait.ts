/** The session storage key of the next allowed request, so that the countdown survives a reload. */
const key = 'code-wait'

export function rememberWait(email: string, seconds: number, now = Date.now()): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ email, until: now + seconds * 1000 }))
  } catch {
    // Without storage, the server's answer still reports how long to wait.
  }
}

/** Milliseconds since the epoch; 0 when this tab knows of no wait for the address. */
export function waitUntil(email: string): number {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('email' in stored) || !('until' in stored)) return 0
    return stored.email === email && typeof stored.until === 'number' ? stored.until : 0
  } catch {
    return 0
  }
}

/** Remaining whole seconds, rounded up, so that the button is not enabled before the server accepts a request. */
export function secondsLeft(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / 1000))
}

/** Formats a wait: `45 s`, `1:05`, `12 min`. */
export function formatWait(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  if (seconds < 600) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return `${Math.ceil(seconds / 60)} min`
}
