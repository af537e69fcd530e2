import { readDays } from '#server/platform/tabular/days.ts'
import { readZone } from './zones.ts'

const minute = 60_000
const day = 24 * 60 * minute

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

/** A time of a report, before it is known in which zone it was written. */
export interface ReportTime {
  /** Milliseconds since midnight. */
  clock: number
  /** The days that it can be of, as their midnights in UTC milliseconds; null when the report names no day. */
  days: readonly number[] | null
  /** Minutes east of UTC; null when the report names no zone. */
  offset: number | null
}

const zonePattern =
  /^(.*\d(?: ?[ap]\.?m\.?(?![a-z]))?) ?\(?(z|(?:utc|gmt)(?: ?[+\u2212-]\d{1,2}(?::?\d\d)?)?|[+\u2212-]\d\d:?\d\d|[a-z]{3,5}|[a-z]+\/[a-z_/]+)\)?$/i

/**
 * Reads a time as a provider writes it, with or without a day and a zone. Null for a text that is none.
 * @param zone minutes east of UTC that the report names for its times
 */
export function readTime(cell: string, classStart: number, zone: number | null): ReportTime | null {
  const text = cell.slice(0, 80).replaceAll(/\s+/g, ' ').trim()
  const zoned = zonePattern.exec(text)
  const offset = zoned ? readZone(zoned[2] ?? '', classStart) : null
  if (!zoned || offset === null) return readLocal(text, zone)
  return readLocal((zoned[1] ?? '').trim(), offset)
}

function readLocal(text: string, offset: number | null): ReportTime | null {
  const clock = readClock(text)
  if (clock !== null) return { clock, days: null, offset }
  // The clock stands behind the last comma, blank or T that a clock follows.
  const split = /^(.{6,40}?)(?:,? |T)(\d{1,2}[:.]\d\d.*)$/.exec(text)
  const after = split ? readClock(split[2] ?? '') : null
  const days = split && after !== null ? readDays(split[1] ?? '') : []
  return after === null || days.length === 0 ? null : { clock: after, days, offset }
}

/** The instants that a time can mean, in milliseconds. One without a day is of the class's day or of a day beside it. */
function instantsOf({ clock, days, offset }: ReportTime, classStart: number, usualOffset: number): number[] {
  const ahead = (offset ?? usualOffset) * minute
  const classDay = Math.floor((classStart + ahead) / day) * day
  return (days ?? [classDay - day, classDay, classDay + day]).map((midnight) => midnight + clock - ahead)
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
function nearest(candidates: readonly number[], to: number): number | undefined {
  let best: number | undefined
  for (const at of candidates) if (best === undefined || Math.abs(at - to) < Math.abs(best - to)) best = at
  return best
}

/** When somebody was in the class, as a report says it. */
export interface ReportTimes {
  join: ReportTime | null
  /** Undefined when the cell is empty. */
  leave: ReportTime | null | undefined
  seconds: number | null
}

/** From and to in milliseconds. */
export type Interval = readonly [from: number, to: number]

/**
 * Returns when somebody was in the class. What the report says about the length counts when it is shorter than the time between
 * joining and leaving: the person was out meanwhile.
 * @param usualOffset minutes east of UTC for times without a zone
 */
export function intervalOf(
  { join, leave, seconds }: ReportTimes,
  classStart: number,
  usualOffset: number,
): Interval | 'time' | 'other_day' {
  const began = join ? nearest(instantsOf(join, classStart, usualOffset), classStart) : undefined
  if (began === undefined) return 'time'
  if (Math.abs(began - classStart) > day) return 'other_day'
  const leaving = leave ? instantsOf(leave, classStart, usualOffset).filter((at) => at >= began) : []
  const left = nearest(leaving, began)
  if (left === undefined && (leave !== undefined || seconds === null)) return 'time'
  const byLength = seconds === null ? Number.POSITIVE_INFINITY : began + seconds * 1000
  // Reports round lengths to whole minutes.
  const ended = left === undefined || byLength < left - minute ? byLength : left
  return ended - began > day ? 'time' : [began, ended]
}
