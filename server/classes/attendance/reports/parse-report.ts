import { email } from '#contract/fields.ts'
import { attendanceImportLimits, type AttendanceRowProblem } from '#contract/classes/staff/attendance.ts'
import { type CellLine, plainValue, withoutApostrophe } from '#server/platform/tabular/cells.ts'
import { columnFinder } from '#server/platform/tabular/headings.ts'
import { readTable, refusedFile as refused, type TabularFile } from '#server/platform/tabular/read-table.ts'
import { intervalOf, readDuration, readTime, type ReportTimes } from './report-times.ts'
import { readZone } from './zones.ts'

/** A line of a report, whose times have no zone yet. */
export interface ReportLine {
  line: number
  raw: string
  name: string
  email: string | null
  times: ReportTimes
}

/** A row of a report. Times are null when there is a problem. */
export interface ReportRow extends Omit<ReportLine, 'times'> {
  began_at: string | null
  ended_at: string | null
  problem: AttendanceRowProblem | null
}

/** The names of columns in the reports of Google Meet, Zoom and Microsoft Teams. */
const columnNames = {
  name: ['name', 'full name', 'participant', 'participant name', 'display name'],
  first: ['first name'],
  last: ['last name', 'surname'],
  email: ['email', 'user email', 'email address', 'participant email'],
  account: ['participant id (upn)', 'upn'],
  join: ['join time', 'time joined', 'joined', 'joined at', 'first join', 'first join time'],
  leave: ['leave time', 'time exited', 'time left', 'left', 'left at', 'last leave', 'last leave time'],
  duration: ['duration', 'in-meeting duration', 'total duration'],
} as const
type Column = keyof typeof columnNames
const columnOf = columnFinder(columnNames)

/**
 * Reads a provider's report of a class. Lines before the column names and parts before the last list are left out.
 * @throws HttpError 400 for a file that is no such report, or is too large
 */
export function parseReport(file: TabularFile, classStart: Date): ReportLine[] {
  // A report of Teams sums up first: its last list has each time that somebody joined.
  const found = readTable(file, { headingsAt: lastHead, isRelaxed: true })
  if (!found) throw refused('No line names the columns: a name or an e-mail, and when people joined.')
  const { delimiter } = found
  const places = placesOf(found.head)
  // The title of a next part has one cell.
  const end = found.lines.findIndex(({ cells }) => cells.filter((cell) => cell !== '').length < 2)
  const lines = end < 0 ? found.lines : found.lines.slice(0, end)
  if (lines.length === 0) throw refused('The report has no people below its column names.')
  if (lines.length > attendanceImportLimits.rows) {
    throw refused(`The report has ${lines.length} rows: ${attendanceImportLimits.rows} are the most.`)
  }
  const start = classStart.getTime()
  const zone = zoneOf(found, start)
  return lines.map(({ line, cells }) => {
    const cellOf = (column: Column) => cells[places.get(column) ?? -1] ?? ''
    const [leave, addresses] = [cellOf('leave'), [cellOf('email'), cellOf('account')]]
    const name = withoutApostrophe(cellOf('name') || `${cellOf('first')} ${cellOf('last')}`.trim())
    return {
      line,
      raw: cells.join(delimiter).slice(0, 1000),
      name: name.slice(0, 200),
      email: addresses.map((cell) => email.safeParse(plainValue(cell)).data).find((one) => one !== undefined) ?? null,
      times: {
        join: readTime(cellOf('join'), start, zone),
        leave: leave === '' ? undefined : readTime(leave, start, zone),
        seconds: readDuration(cellOf('duration')),
      },
    }
  })
}

/** Returns the rows of a report. @param offset minutes east of UTC for times without a zone */
export function rowsIn(report: readonly ReportLine[], classStart: Date, offset: number): ReportRow[] {
  return report.map(({ times, ...row }) => {
    const interval = row.name === '' && row.email === null ? 'nobody' : intervalOf(times, classStart.getTime(), offset)
    if (typeof interval === 'string') return { ...row, began_at: null, ended_at: null, problem: interval }
    const [from, to] = interval
    return { ...row, began_at: new Date(from).toISOString(), ended_at: new Date(to).toISOString(), problem: null }
  })
}

/** The zone that a report names in the heading of its times or above them: `Join Time (UTC)`, `Time zone: GMT-08:00`. */
function zoneOf({ head, above }: { head: readonly string[]; above: readonly CellLine[] }, classStart: number): number | null {
  const inHead = head.filter((cell) => /join/i.test(cell)).map((cell) => /\(([^()]+)\)/.exec(cell))
  const inTitle = above.map(({ cells }) => /^time ?zone[\s:]*\(?([^()\s]+)/i.exec(cells.join(' ')))
  const zones = [...inHead, ...inTitle].map((found) => (found?.[1] ? readZone(found[1], classStart) : null))
  return zones.find((zone) => zone !== null) ?? null
}

function lastHead(lines: readonly CellLine[]) {
  const index = lines.findLastIndex(({ cells }) => isHead(placesOf(cells)))
  return { index, score: index < 0 ? 0 : 1 }
}

/** The first place of each column. */
function placesOf(cells: readonly string[]): Map<Column, number> {
  const places = new Map<Column, number>()
  cells.forEach((cell, index) => {
    const column = columnOf(cell)
    if (column !== null && !places.has(column)) places.set(column, index)
  })
  return places
}

function isHead(places: Map<Column, number>): boolean {
  const names = (['name', 'first', 'email'] as const).some((column) => places.has(column))
  return names && places.has('join') && (places.has('leave') || places.has('duration'))
}
