/** Of the school, as everywhere: India has one time zone and no summer time. */
const indiaOffset = '+05:30'

/**
 * Reads a moment as an operator writes it: `2026-11-27 10:04` is India's time; `2026-11-27T04:34:00Z` and other offsets say their own.
 * Returns undefined for anything else.
 */
export function parseTime(text: string): Date | undefined {
  const [, day, time, seconds = ':00', zone = indiaOffset] =
    /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(:\d{2}(?:\.\d{1,6})?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/.exec(text.trim()) ?? []
  if (day === undefined || time === undefined) return undefined
  const offset = zone === 'Z' ? zone : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`
  const moment = new Date(`${day}T${time}${seconds}${offset}`)
  const midnight = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(moment.getTime()) || Number.isNaN(midnight.getTime())) return undefined
  // JavaScript takes 31 February as a day in March.
  return midnight.toISOString().startsWith(day) ? moment : undefined
}
