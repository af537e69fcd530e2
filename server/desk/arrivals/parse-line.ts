import type { z } from 'zod'
import { type HttpError, invalid } from '#server/platform/errors/errors.ts'

/** Refuses a line for one of its cells. */
export const refuseCell = (column: string, message: string): HttpError => invalid(message, { [column]: [message] })

/** Reads a line by the rules of the contract. @throws HttpError 400 with all that is wrong, by field */
export function parseLine<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const fields: Record<string, string[]> = {}
  for (const { path, message } of read.error.issues) {
    const field = String(path[0] ?? '')
    fields[field] = [...(fields[field] ?? []), message]
  }
  throw invalid('This line can not be read.', fields)
}
