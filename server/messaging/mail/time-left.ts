import { dayOf, timeOf } from '#server/platform/text/format.ts'

const minute = 60_000

/** "in 9 minutes", "today at 7:30 PM IST", "tomorrow at 7:30 PM IST", or the day. */
export function timeLeft(startsAt: string, now: Date): string {
  const minutes = Math.max(1, Math.ceil((Date.parse(startsAt) - now.getTime()) / minute))
  if (minutes < 60) return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
  const day = dayOf(startsAt)
  const time = timeOf(startsAt)
  if (day === dayOf(now.toISOString())) return `today at ${time}`
  if (day === dayOf(new Date(now.getTime() + 24 * 60 * minute).toISOString())) return `tomorrow at ${time}`
  return `on ${day} at ${time}`
}
