import { CsvError } from 'csv-parse/sync'
import { email } from '#contract/fields.ts'
import { attendanceImportLimits, type AttendanceRowProblem } from '#contract/classes/staff/attendance.ts'
import { type HttpError, invalid } from '#server/platform/errors/errors.ts'
import { type CellLine, readCells, separatorsOf } from '#server/platform/text/read-cells.ts'
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
  name: ['name', 'name (original name)', 'full name', 'participant', 'participant name', 'display name'],
  first: ['first name'],
  last: ['last name', 'surname'],
  email: ['email', 'e-mail', 'user email', 'email address', 'participant email'],
  account: ['participant id (upn)', 'upn'],
  join: ['join time', 'time joined', 'joined', 'joined at', 'first join', 'first join time'],
  leave: ['leave time', 'time exited', 'time left', 'left', 'left at', 'last leave', 'last leave time'],
  duration: ['duration', 'duration (minutes)', 'in-meeting duration', 'total duration (minutes)'],
} as const
type Column = keyof typeof columnNames
const columns = Object.keys(columnNames) as Column[]

const refused = (message: string): HttpError => invalid(message, { text: [message] })

/**
 * Reads a provider's report of a class. Lines before the column names and parts before the last list are left out.
 * @throws HttpError 400 for a file that is no such report, or is too large
 */
export function parseReport(text: string, classStart: Date): ReportLine[] {
  if (Buffer.byteLength(text) > attendanceImportLimits.bytes) throw refused('The file is larger than 1 MiB.')
  if (text.includes('\uFFFD')) throw refused('The file can not be read. Please choose it as the provider wrote it.')
  const found = findTable(text)
  if (!found) throw refused('No line names the columns: a name or an e-mail, and when people joined.')
  const { places, lines, delimiter } = found
  if (lines.length === 0) throw refused('The report has no people below its column names.')
  if (lines.length > attendanceImportLimits.rows) {
    throw refused(`The report has ${lines.length} rows: ${attendanceImportLimits.rows} are the most.`)
  }
  const start = classStart.getTime()
  const zone = zoneOf(found, start)
  return lines.map(({ line, cells }) => {
    const cellOf = (column: Column) => (cells[places.get(column) ?? -1] ?? '').trim()
    const [leave, addresses] = [cellOf('leave'), [cellOf('email'), cellOf('account')]]
    return {
      line,
      raw: cells.join(delimiter).slice(0, 1000),
      name: (cellOf('name') || `${cellOf('first')} ${cellOf('last')}`.trim()).slice(0, 200),
      email: addresses.map((cell) => email.safeParse(cell).data).find((one) => one !== undefined) ?? null,
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
function zoneOf({ head, above }: Table, classStart: number): number | null {
  const inHead = head.filter((cell) => /join/i.test(cell)).map((cell) => /\(([^()]+)\)/.exec(cell))
  const inTitle = above.map(({ cells }) => /^time ?zone[\s:]*\(?([^()\s]+)/i.exec(cells.join(' ')))
  const zones = [...inHead, ...inTitle].map((found) => (found?.[1] ? readZone(found[1], classStart) : null))
  return zones.find((zone) => zone !== null) ?? null
}

interface Table {
  places: Map<Column, number>
  head: readonly string[]
  /** Lines above the column names. */
  above: CellLine[]
  lines: CellLine[]
  delimiter: string
}

function findTable(text: string): Table | undefined {
  for (const delimiter of separatorsOf(text)) {
    const all = read(text, delimiter)
    // A report of Teams sums up first: its last list has each time that somebody joined.
    const index = all.findLastIndex(({ cells }) => isHead(placesOf(cells)))
    const head = all[index]
    if (!head) continue
    const below = all.slice(index + 1)
    // The title of a next part has one cell.
    const end = below.findIndex(({ cells }) => cells.filter((cell) => cell !== '').length < 2)
    const lines = end < 0 ? below : below.slice(0, end)
    return { places: placesOf(head.cells), head: head.cells, above: all.slice(0, index), lines, delimiter }
  }
  return undefined
}

function placesOf(cells: readonly string[]): Map<Column, number> {
  const names = cells.map((cell) => {
    const name = cell.toLowerCase().replaceAll(/\s+/g, ' ').trim()
    const zoned = /^(.+?) ?\(([^()]+)\)$/.exec(name)
    return zoned && readZone(zoned[2] ?? '', 0) !== null ? (zoned[1] ?? '') : name
  })
  const places = columns.map((column) => [column, names.findIndex((name) => columnNames[column].some((known) => known === name))])
  return new Map(places.filter((place): place is [Column, number] => place[1] !== -1))
}

function isHead(places: Map<Column, number>): boolean {
  const names = (['name', 'first', 'email'] as const).some((column) => places.has(column))
  return names && places.has('join') && (places.has('leave') || places.has('duration'))
}

/** Returns the lines with one delimiter; none when the quotes do not fit it. */
function read(text: string, delimiter: string): CellLine[] {
  try {
    return readCells(text, { delimiter, relax_quotes: true })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return []
  }
}
