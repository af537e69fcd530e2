import { z } from 'zod'

/** A list leaves the console as a workbook of Excel or as CSV. */
export const fileFormats = ['xlsx', 'csv'] as const
export type FileFormat = (typeof fileFormats)[number]
export const fileFormat = z.enum(fileFormats, 'Please give csv or xlsx.').default('csv')
export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** What stands in a file for the codes of a field, such as "Bank transfer" for `bank_transfer`. */
export type Words = Readonly<Record<string, string>> | ((code: string) => string)
export type WordsOf = Readonly<Record<string, Words>>

/**
 * What a column of a file has: `rupees` of an integer in paise, a `day` as `YYYY-MM-DD`, a `time` of an instant as clocks in India
 * show it, a `number`, and `text` of everything else.
 */
export type ColumnKind = 'text' | 'number' | 'rupees' | 'day' | 'time'

/** The schema of a value that is there. */
const present = (schema: unknown): unknown =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional ? present(schema.unwrap()) : schema

export function kindOf(field: string, schema: unknown): ColumnKind {
  const one = present(schema)
  if (one instanceof z.ZodNumber) return field.endsWith('_paise') ? 'rupees' : 'number'
  if (one instanceof z.ZodISODateTime) return 'time'
  return one instanceof z.ZodISODate ? 'day' : 'text'
}

/** The heading of a field in a file: without the unit that the values do not have, and with the zone that they have. */
export const headingOf = (field: string, schema: unknown) =>
  `${field.replace(/_paise$/, '')}${kindOf(field, schema) === 'time' ? ' (IST)' : ''}`
