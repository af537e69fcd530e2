import type { z } from 'zod'
import { type ColumnKind, headingOf, kindOf, type Words, type WordsOf } from '#contract/exported-files.ts'

/** One column of an export. CSV and workbooks are two ways to write it. */
export interface Column<Row> {
  heading: string
  kind: ColumnKind
  /** Paise for rupees, an instant for a time. */
  value: (row: Row) => unknown
}

/** The columns of an export whose lines are records. */
export function columnsOf(record: z.ZodObject, words: WordsOf = {}): Column<Record<string, unknown>>[] {
  return Object.entries(record.shape).map(([field, schema]) => ({
    heading: headingOf(field, schema),
    kind: kindOf(field, schema),
    value: (one) => inWords(words[field], one[field]),
  }))
}

function inWords(words: Words | undefined, value: unknown): unknown {
  if (words !== undefined && Array.isArray(value)) return value.map((one) => inWords(words, one))
  if (words === undefined || typeof value !== 'string') return value
  return typeof words === 'function' ? words(value) : (words[value] ?? value)
}

/** A cell as text, as a person reads it. Empty without a value. */
export function textOf(kind: ColumnKind, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (kind === 'rupees' && typeof value === 'number') return rupees(value)
  if (kind === 'time' && (typeof value === 'string' || value instanceof Date)) return minuteInIndia(value)
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Paise as rupees. No division: the text has the same digits as the paise. */
function rupees(paise: number): string {
  const digits = String(Math.abs(paise)).padStart(3, '0')
  return `${paise < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const indiaMs = 5.5 * 3_600_000

/** An instant as clocks in India show it: `2026-11-23 14:05`. */
function minuteInIndia(instant: string | Date): string {
  return new Date(new Date(instant).getTime() + indiaMs).toISOString().slice(0, 16).replace('T', ' ')
}
