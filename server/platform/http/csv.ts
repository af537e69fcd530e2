import { stringify } from 'csv-stringify/sync'
import { z } from 'zod'
import { columnOf, type ExportFile } from '#contract/resource.ts'

/**
 * What begins a formula in a spreadsheet. Apostrophes before it count, so that `readCells` takes exactly those away that are added
 * here: a name such as `'-x` gets one more.
 */
const beginsFormula = /^'*[=+\-@\t\r]/

/** Paise that stand as rupees in a file: a number that a spreadsheet adds up. */
export class Rupees {
  readonly text: string

  constructor(paise: number) {
    const digits = String(Math.abs(paise)).padStart(3, '0')
    // No division: the text has the same digits as the paise.
    this.text = `${paise < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
  }
}

const indiaMs = 5.5 * 3_600_000

/** An instant as a person in India reads it: `2026-11-23 14:05:00 +05:30`. */
export function timeInIndia(instant: string | Date): string {
  return `${new Date(new Date(instant).getTime() + indiaMs).toISOString().slice(0, 19).replace('T', ' ')} +05:30`
}

/** One column of an export: its name, and how a field of a record stands in it. */
export interface Column {
  name: string
  show: (record: Record<string, unknown>) => unknown
}

/**
 * The columns of an export, by the kind of each field: rupees for integers in paise, the time in India for instants.
 * @param words what stands for the codes of a field
 */
export function columnsOf(record: z.ZodObject, words: ExportFile['words'] = {}): Column[] {
  return Object.entries(record.shape).map(([field, schema]) => {
    const named = words[field]
    const show = named
      ? (value: unknown) => (typeof value === 'string' ? (named[value] ?? value) : value)
      : showing(field, schema as z.ZodType)
    return { name: columnOf(field), show: (one) => show(one[field]) }
  })
}

function showing(field: string, schema: z.ZodType): (value: unknown) => unknown {
  if (isPaise(field, schema)) return (value) => (typeof value === 'number' ? new Rupees(value) : value)
  if (kindOf(schema) instanceof z.ZodISODateTime)
    return (value) => (typeof value === 'string' || value instanceof Date ? timeInIndia(value) : value)
  return (value) => value
}

const isPaise = (field: string, schema: z.ZodType) => field.endsWith('_paise') && kindOf(schema) instanceof z.ZodNumber

/** The schema of a value that is there. */
function kindOf(schema: unknown): unknown {
  return schema instanceof z.ZodNullable || schema instanceof z.ZodOptional ? kindOf(schema.unwrap()) : schema
}

/** Formats lines of RFC 4180. An apostrophe prevents a spreadsheet from running a text as a formula. */
export function csvLines(rows: readonly (readonly unknown[])[]): string {
  return stringify(rows as unknown[][], {
    record_delimiter: 'windows',
    quote_record_delimiter: true,
    quoted_match: /'/,
    cast: {
      boolean: String,
      date: (date) => date.toISOString(),
      object: (value) => (value instanceof Rupees ? value.text : safe(JSON.stringify(value))),
      string: safe,
    },
  })
}

/** The same as a file with its headings. Spreadsheets read UTF-8 only with the byte order mark. */
export const csvFile = (headings: readonly string[], rows: readonly (readonly unknown[])[] = []) =>
  `\ufeff${csvLines([headings, ...rows])}`

const safe = (text: string) => (beginsFormula.test(text) ? `'${text}` : text)

/**
 * Returns the name of an export with the days that it holds: one month, one day, a range, or the day on which it is made.
 * @param days the first and the last day of the filter, `YYYY-MM-DD`
 */
export function fileName(name: string, days: { from?: string | undefined; to?: string | undefined }, today: string): string {
  return `${name}-${daysInName(days, today)}.csv`
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
