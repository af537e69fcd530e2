import { isDatabaseAway } from '#server/platform/db/database-away.ts'

/** Lines per message and minute. Further lines are counted and reported with the next one. */
const linesPerMinute = 10
const minute = 60_000
const maxMessages = 100

interface Window {
  since: number
  lines: number
  suppressed: number
}

/**
 * Limits log lines about an outage, which every call writes while the database is unreachable. Returns whether to write a
 * line and how many were suppressed before it. Other lines are always written.
 */
export function limitRepeats(now: () => number = () => performance.now()) {
  const windows = new Map<string, Window>()
  return (message: string, error: unknown): { write: boolean; suppressed: number } => {
    if (!isDatabaseAway(error)) return { write: true, suppressed: 0 }
    const at = now()
    const window = windows.get(message)
    if (!window || at - window.since >= minute) {
      if (windows.size >= maxMessages) windows.clear()
      windows.set(message, { since: at, lines: 1, suppressed: 0 })
      return { write: true, suppressed: window?.suppressed ?? 0 }
    }
    window.lines += 1
    if (window.lines <= linesPerMinute) return { write: true, suppressed: 0 }
    window.suppressed += 1
    return { write: false, suppressed: 0 }
  }
}
