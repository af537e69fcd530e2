import { dayOf } from '#ui/days.ts'
import { formatClock, formatShortDay } from '#ui/format.ts'

/** A day and a time in India: `28 Nov 2026, 7:30 PM IST`. */
export const formatMoment = (instant: string): string =>
  `${formatShortDay(instant)} ${dayOf(instant).slice(0, 4)}, ${formatClock(instant)}`
