import type { PatternInput } from '#contract/classes/staff/batches.ts'
import { invalid } from '#server/platform/errors/errors.ts'

const dayMs = 86_400_000
/** A batch lasts three years at most. */
const longestDays = 1100

const refuse = (field: keyof PatternInput, message: string) => invalid(message, { [field]: [message] })

/** ISO weekday of a day: 1 Monday to 7 Sunday. */
export function weekdayOf(day: string): number {
  return new Date(day).getUTCDay() || 7
}

/** @throws HttpError 400 for a pattern that ends twice, never, too late or before it begins */
export function checkPattern({ first_day, last_day, class_count }: PatternInput): void {
  if ((class_count === null) === (last_day === null))
    throw refuse('class_count', 'Please give either a number of classes or a last day.')
  if (last_day === null) return
  const days = (Date.parse(last_day) - Date.parse(first_day)) / dayMs
  if (days < 0) throw refuse('last_day', 'The last day is before the first.')
  if (days > longestDays) throw refuse('last_day', 'A batch lasts three years at most.')
}

/** @throws HttpError 400 for a first day that is none of the weekdays. A batch that runs may have got other weekdays since. */
export function checkFirstDay({ first_day, weekdays }: PatternInput): void {
  if (!weekdays.includes(weekdayOf(first_day))) throw refuse('first_day', 'The first day is none of the weekdays.')
}
