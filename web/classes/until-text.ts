import { dayOf } from '#ui/days.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

/** The day of an instant in India, in days since 1970. */
const dayNumber = (instant: string) => Date.parse(dayOf(instant)) / dayMs

/** How far away a class is, such as "in 6 days". Days are those of India, like every date. @param now milliseconds */
export function untilText(instant: string, now: number): string {
  const at = Date.parse(instant)
  const days = dayNumber(instant) - dayNumber(new Date(now).toISOString())
  if (days > 1) return `in ${days} days`
  if (days === 1 && at - now > 12 * hourMs) return 'tomorrow'
  const minutes = Math.ceil((at - now) / 60_000)
  if (minutes < 60) return minutes > 0 ? `in ${minutes} min` : 'now'
  const hours = Math.round((at - now) / hourMs)
  return hours > 1 ? `in ${hours} hours` : 'in 1 hour'
}
