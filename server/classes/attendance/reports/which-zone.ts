import type { ZoneChoice, ZoneQuestion } from '#contract/classes/staff/attendance.ts'
import { HttpError, invalid } from '#server/platform/errors/errors.ts'
import { plainDayOf, timeOf } from '#server/platform/text/format.ts'
import type { ReportLine } from './parse-report.ts'
import { type Interval, intervalOf } from './report-times.ts'
import { indiaOffset, type UsedOffset, usedOffsets } from './zones.ts'

interface Session {
  starts_at: Date
  ends_at: Date
}

/**
 * The share of the best zone's minutes that India time must reach without a question. People who come early or stay on take less:
 * when all of them came to a class of 90 minutes half an hour early, it is two thirds.
 */
const enough = 2 / 3

/**
 * Asserts that the times of a report lie in its class, so that nobody who came counts as absent. Without an answer about the zone,
 * times that name none are read in India time, unless another zone puts clearly more minutes into the class.
 * @param answer minutes east of UTC that a person chose
 * @throws HttpError 409 with a question about the zone; 400 for a report of another class
 */
export function assertInClass(report: readonly ReportLine[], session: Session, answer?: number): void {
  const timed = report.filter(({ times }) => times.join !== null)
  // Its rows say what can not be read.
  if (timed.length === 0) return
  const inside = usedOffsets(session.starts_at.getTime())
    .map((offset) => readIn(report, session, offset))
    .filter(({ score }) => score > 0)
    // Of two equal ones the likelier zone stays first.
    .toSorted((one, other) => other.score - one.score)
  const [best] = inside
  if (!best) throw otherClass(timed, session)
  const read = readIn(report, session, { minutes: answer ?? indiaOffset, zones: [] })
  if (answer !== undefined) {
    if (read.score > 0) return
    throw refused(
      'utc_offset_minutes',
      `Read in this zone, nobody was in the class of ${written(session)}. Please choose another zone, or the report of this class.`,
    )
  }
  if (read.score >= best.score * enough) return
  const message = 'The times of this report lie outside the class. Please say in which zone they are.'
  const likely = inside.filter(({ score }) => score >= best.score / 4)
  throw new HttpError(409, 'zone_unknown', message, { facts: { question: questionOf(report, likely, session) } })
}

interface Reading {
  offset: UsedOffset
  /** Of each line; null when it has none of the class's day. */
  intervals: (Interval | null)[]
  /** Seconds in the class, and one for each line that touches it. */
  score: number
  /** Milliseconds in the class and in all. */
  inside: number
  all: number
}

function readIn(report: readonly ReportLine[], { starts_at, ends_at }: Session, offset: UsedOffset): Reading {
  const [start, end] = [starts_at.getTime(), ends_at.getTime()]
  const reading: Reading = { offset, intervals: [], score: 0, inside: 0, all: 0 }
  for (const { times } of report) {
    const interval = intervalOf(times, start, offset.minutes)
    reading.intervals.push(typeof interval === 'string' ? null : interval)
    if (typeof interval === 'string') continue
    const [from, to] = interval
    reading.all += to - from
    if (from > end || to < start) continue
    const inside = Math.min(to, end) - Math.max(from, start)
    reading.inside += inside
    reading.score += inside / 1000 + 1
  }
  return reading
}

function questionOf(report: readonly ReportLine[], readings: readonly Reading[], session: Session): ZoneQuestion {
  const choices = readings.map((reading): ZoneChoice => {
    const index = longestIn(reading)
    const [from, to] = reading.intervals[index] ?? [0, 0]
    const name = report[index]?.name || (report[index]?.email ?? '')
    return {
      utc_offset_minutes: reading.offset.minutes,
      zones: reading.offset.zones,
      inside_percent: reading.all === 0 ? 100 : Math.floor((reading.inside * 100) / reading.all),
      example: { name, began_at: new Date(from).toISOString(), ended_at: new Date(to).toISOString() },
    }
  })
  return { class_starts_at: session.starts_at.toISOString(), class_ends_at: session.ends_at.toISOString(), choices }
}

/** The index of the line that was there longest: it shows best what a zone means. */
function longestIn({ intervals }: Reading): number {
  const lengths = intervals.map((interval) => (interval ? interval[1] - interval[0] : -1))
  return lengths.indexOf(Math.max(...lengths))
}

function otherClass(timed: readonly ReportLine[], session: Session): HttpError {
  const start = session.starts_at.getTime()
  const days = timed.flatMap(({ times }) => times.join?.days ?? [])
  const [nearest] = days.toSorted((one, other) => Math.abs(one - start) - Math.abs(other - start))
  const dated = nearest === undefined ? '' : ` Its times are of ${plainDayOf(new Date(nearest).toISOString())}.`
  return refused(
    'text',
    `This report is not of the class of ${written(session)}.${dated} Please choose the report of this class.`,
  )
}

function written({ starts_at, ends_at }: Session): string {
  const [from, to] = [starts_at.toISOString(), ends_at.toISOString()]
  return `${plainDayOf(from)}, ${timeOf(from).replace(' IST', '')} to ${timeOf(to)}`
}

const refused = (field: string, message: string): HttpError => invalid(message, { [field]: [message] })
