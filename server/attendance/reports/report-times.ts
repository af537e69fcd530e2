const minute = 60_000
const day = 24 * 60 * minute
const indiaMs = 5.5 * 60 * minute

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Hour, minute and second of a clock, such as `7:32:10 PM`. */
const clockPattern = /^(\d{1,2})[:.](\d\d)(?:[:.](\d\d))?(?:\.\d+)?\s?([ap])?\.?(?:m\.?)?$/i

/** Milliseconds since midnight, or null. */
function readClock(text: string): number | null {
  const found = clockPattern.exec(text)
  if (!found) return null
  const [hour, minutes, seconds] = [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)]
  const half = found[4]?.toLowerCase()
  if (minutes > 59 || seconds > 59 || (half ? hour < 1 || hour > 12 : hour > 23)) return null
  const hours = half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour
  return ((hours * 60 + minutes) * 60 + seconds) * 1000
}

/** Midnight in India of a day as UTC milliseconds, or none when there is no such day. */
function midnightOf(year: number, month: number, dayOfMonth: number): number[] {
  const fullYear = year < 100 ? 2000 + year : year
  const at = new Date(Date.UTC(fullYear, month - 1, dayOfMonth))
  const isDay = at.getUTCFullYear() === fullYear && at.getUTCMonth() === month - 1 && at.getUTCDate() === dayOfMonth
  return isDay ? [at.getTime() - indiaMs] : []
}

/** The days that a text can mean: `02/03/2031` is 2 March or 3 February. */
function readDays(text: string): number[] {
  const numbers = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d\d)$/.exec(text)
  if (numbers) {
    const [first, second, year] = [Number(numbers[1]), Number(numbers[2]), Number(numbers[3])]
    return [...midnightOf(year, second, first), ...midnightOf(year, first, second)]
  }
  const iso = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})$/.exec(text)
  if (iso) return midnightOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const words = text.toLowerCase().split(/[\s,]+/)
  const month = words.findIndex((word) => months.includes(word.slice(0, 3))) + 1
  const [one, two] = words.filter((word) => /^\d{1,4}$/.test(word)).map(Number)
  if (month === 0 || one === undefined || two === undefined) return []
  return midnightOf(two, months.indexOf((words[month - 1] ?? '').slice(0, 3)) + 1, one)
}

/**
 * The instants that a cell of a report can mean, in milliseconds. A time without a zone is one in India; one without a day is of
 * the class's day or of a day beside it.
 */
function readInstants(cell: string, classStart: number): number[] {
  const text = cell
    .slice(0, 60)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/ (?:IST|GMT\+5:30|\(?UTC\+05:30\)?)$/i, '')
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)$/.test(text)) {
    const at = Date.parse(text.replace(' ', 'T'))
    return Number.isNaN(at) ? [] : [at]
  }
  const clock = readClock(text)
  const classDay = Math.floor((classStart + indiaMs) / day) * day - indiaMs
  if (clock !== null) return [-day, 0, day].map((shift) => classDay + shift + clock)
  // The clock stands behind the last comma, blank or T that a clock follows.
  const split = /^(.{6,40}?)(?:,? |T)(\d{1,2}[:.]\d\d.*)$/.exec(text)
  const after = split ? readClock(split[2] ?? '') : null
  return split && after !== null ? readDays(split[1] ?? '').map((midnight) => midnight + after) : []
}

/** Seconds of a cell such as `45`, `45 min`, `1 hr 5 min`, `1h 2m 3s` or `01:02:03`; a number alone is minutes. Null otherwise. */
export function readDuration(cell: string): number | null {
  const text = cell.slice(0, 60).toLowerCase().replaceAll(/\s+/g, ' ').trim()
  if (/^\d{1,5}(?:\.\d{1,3})?$/.test(text)) return Math.round(Number(text) * 60)
  const clock = /^(\d{1,3}):(\d\d):(\d\d)$/.exec(text)
  if (clock) return (Number(clock[1]) * 60 + Number(clock[2])) * 60 + Number(clock[3])
  const parts = [...text.matchAll(/(\d{1,5}) ?(h|m|s)[a-z]*\.?/g)]
  if (parts.length === 0 || text.replaceAll(/\d{1,5} ?[hms][a-z]*\.?|[ ,]/g, '') !== '') return null
  const unit: Record<string, number> = { h: 3600, m: 60, s: 1 }
  return parts.reduce((sum, [, count, name = 's']) => sum + Number(count) * (unit[name] ?? 1), 0)
}

/** The candidate that is nearest to an instant. */
const nearest = (candidates: readonly number[], to: number): number | undefined =>
  candidates.toSorted((a, b) => Math.abs(a - to) - Math.abs(b - to))[0]

/**
 * Reads when somebody was in the class. What the report says about the length counts when it is shorter than the time between
 * joining and leaving: the person was out meanwhile.
 */
export function readInterval(
  cells: { join: string; leave: string; duration: string },
  classStart: number,
): { began_at: string; ended_at: string } | 'time' | 'other_day' {
  const began = nearest(readInstants(cells.join, classStart), classStart)
  if (began === undefined) return 'time'
  if (Math.abs(began - classStart) > day) return 'other_day'
  const seconds = readDuration(cells.duration)
  const leaving = readInstants(cells.leave, classStart).filter((at) => at >= began)
  const left = nearest(leaving, began)
  if (left === undefined && (cells.leave !== '' || seconds === null)) return 'time'
  const byLength = seconds === null ? Number.POSITIVE_INFINITY : began + seconds * 1000
  // Reports round lengths to whole minutes.
  const ended = left === undefined || byLength < left - minute ? byLength : left
  if (ended - began > day) return 'time'
  return { began_at: new Date(began).toISOString(), ended_at: new Date(ended).toISOString() }
}
