import { type AttendanceStatus, attendanceStatuses } from '#contract/classes/attendance.ts'
import { formatClock } from '#ui/format.ts'

/** What stands in a cell, and the key that marks it. */
export const letters: Record<AttendanceStatus, string> = { present: 'P', late: 'L', left_early: 'E', absent: 'A', excused: 'X' }
export const tones = { present: 'good', late: 'signal', left_early: 'signal', absent: 'bad', excused: 'neutral' } as const

export const statusOfKey = new Map(attendanceStatuses.map((status) => [letters[status].toLowerCase(), status]))

/** What counts from which share of a class, in words. */
export const rulesInWords = (threshold: number, late: number): string =>
  `Present from ${threshold} % of a class. Late after ${late} minutes. Less than ${threshold} % is left early, also for those who came too late for it.`

interface Seen {
  arrived_at: string | null
  minutes: number
  measured: boolean
}

/** What is known about a student in a class. A press of Join proves when somebody came, not when they left. */
export function evidenceInWords({ arrived_at: arrived, minutes, measured }: Seen, classMinutes: number): string {
  if (arrived === null) return measured ? 'The report has no minute within the class.' : 'No evidence.'
  if (!measured) return `Pressed Join, counted from ${formatClock(arrived)}. When they left is not known.`
  return `From ${formatClock(arrived)}, ${minutes} of ${classMinutes} minutes.`
}

export const minutesOf = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }): number =>
  Math.round((Date.parse(ends_at) - Date.parse(starts_at)) / 60_000)
