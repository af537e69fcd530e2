import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { type FileFormat, xlsxType } from '#contract/exported-files.ts'
import type { Deps } from '#server/deps.ts'
import { type ListExport, logExport } from '#server/platform/audit/log-export.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { csvOf } from './csv.ts'
import type { Column } from './export-columns.ts'
import { FileAnswer } from './file-answer.ts'
import { xlsxOf } from './xlsx.ts'

interface Exported<Row> {
  format: FileFormat
  /** The name of the file without its extension. */
  name: string
  columns: readonly Column<Row>[]
}

/** Returns the lines of a list as a file. @param list names the sheet of a workbook */
export function exportFile<Row>(
  list: string,
  { format, name, columns, pages }: Exported<Row> & { pages: AsyncIterable<readonly Row[]> },
): FileAnswer {
  const attachment = `${name}.${format}`
  return format === 'xlsx'
    ? new FileAnswer(xlsxOf(list, { columns, pages }), { attachment, type: xlsxType })
    : new FileAnswer(Readable.from(csvOf(columns, pages)), { attachment })
}

/** Returns the head of a file, which no line leaves. */
export const exportHead = <Row>(list: string, exported: Exported<Row>) =>
  exportFile(list, { ...exported, pages: Readable.from([[]]) })

/** Returns a file whose lines are read, and writes it to the audit log first. */
export async function exportAnswer<Row>(
  deps: Pick<Deps, 'db'>,
  staff: Staff,
  request: Pick<FastifyRequest, 'method'>,
  {
    list,
    filter,
    lines,
    rows = lines.length,
    ...exported
  }: Exported<Row> & Omit<ListExport, 'rows'> & { rows?: number; lines: readonly Row[] },
): Promise<FileAnswer> {
  if (request.method === 'HEAD') return exportHead(list, exported)
  await logExport(deps, staff, { list, filter, rows })
  return exportFile(list, { ...exported, pages: Readable.from([lines]) })
}

/**
 * Returns the name of an export with the days that it holds: one month, one day, a range, or the day on which it is made.
 * @param days the first and the last day of the filter, `YYYY-MM-DD`
 */
export function fileName(name: string, days: { from?: string | undefined; to?: string | undefined }, today: string): string {
  return `${name}-${daysInName(days, today)}`
}

function daysInName({ from, to }: { from?: string | undefined; to?: string | undefined }, today: string): string {
  if (from === undefined && to === undefined) return today
  if (from === undefined) return `until-${to}`
  if (to === undefined) return `since-${from}`
  if (from === to) return from
  const month = from.slice(0, 7)
  const nextDay = new Date(Date.parse(to) + 86_400_000).toISOString()
  if (from.endsWith('-01') && to.startsWith(month) && nextDay.slice(8, 10) === '01') return month
  return `${from}-to-${to}`
}
