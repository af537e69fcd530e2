import { z } from 'zod'
import type { Notes } from './entities.ts'
import { badRequest } from './errors.ts'

export type Body = Record<string, unknown>

/** Returns a request's JSON object; an empty body is an empty object. */
export function readBody(body: unknown): Body {
  if (body === undefined || body === null) return {}
  const parsed = z.record(z.string(), z.unknown()).safeParse(body)
  if (!parsed.success) throw badRequest('The request body must be a JSON object.')
  return parsed.data
}

/** Refuses unknown fields, as the provider does. */
export function refuseUnknown(body: Body, known: readonly string[]): void {
  const unknown = Object.keys(body).filter((field) => !known.includes(field))
  if (unknown.length > 0) throw badRequest(`${unknown.join(', ')} is/are not required and should not be sent`, unknown[0])
}

/** Reads an amount in paise. Digits in a string are accepted, because form clients send them. */
export function readAmount(body: Body, field = 'amount'): number | undefined {
  const given = body[field]
  if (given === undefined || given === null) return undefined
  const amount = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount)) throw badRequest(`The ${field} must be an integer.`, field)
  return amount
}

export function readText(body: Body, field: string, longest: number): string | undefined {
  const given = body[field]
  if (given === undefined || given === null) return undefined
  if (typeof given !== 'string') throw badRequest(`The ${field} must be a string.`, field)
  if (given.length > longest) throw badRequest(`The ${field} may not be greater than ${longest} characters.`, field)
  return given
}

/** Reads at most 15 notes of up to 256 characters. Without notes it returns an empty list, as the provider does. */
export function readNotes(body: Body): Notes {
  const given = body['notes']
  if (given === undefined || given === null || (Array.isArray(given) && given.length === 0)) return []
  const parsed = z.record(z.string(), z.union([z.string(), z.number()])).safeParse(given)
  if (!parsed.success) throw badRequest('The notes must be an object of texts or numbers.', 'notes')
  const entries = Object.entries(parsed.data)
  if (entries.length > 15) throw badRequest('Number of fields in notes should be less than or equal to 15', 'notes')
  if (entries.some(([key, value]) => key.length > 256 || String(value).length > 256)) {
    throw badRequest('Notes keys and values may not be greater than 256 characters.', 'notes')
  }
  return entries.length === 0 ? [] : parsed.data
}

function readCount(given: unknown, field: string, fallback: number, least: number, most: number): number {
  if (given === undefined || given === '') return fallback
  const value = Number(given)
  if (!Number.isInteger(value) || value < least || value > most) {
    throw badRequest(`The ${field} must be an integer between ${least} and ${most}.`, field)
  }
  return value
}

/** Reads the list parameters of all collections. */
export function readPage(query: unknown) {
  const given = readBody(query)
  const forever = Number.MAX_SAFE_INTEGER
  return {
    from: readCount(given['from'], 'from', 0, 0, forever),
    to: readCount(given['to'], 'to', forever, 0, forever),
    count: readCount(given['count'], 'count', 10, 1, 100),
    skip: readCount(given['skip'], 'skip', 0, 0, forever),
  }
}

/** Reads which settled money is asked for: of a month, or of one day of it. */
export function readSettledPage(query: unknown) {
  const given = readBody(query)
  if (given['year'] === undefined) throw badRequest('The year field is required.', 'year')
  if (given['month'] === undefined) throw badRequest('The month field is required.', 'month')
  return {
    year: readCount(given['year'], 'year', 0, 2000, 2999),
    month: readCount(given['month'], 'month', 0, 1, 12),
    day: given['day'] === undefined ? undefined : readCount(given['day'], 'day', 0, 1, 31),
    count: readCount(given['count'], 'count', 10, 1, 1000),
    skip: readCount(given['skip'], 'skip', 0, 0, Number.MAX_SAFE_INTEGER),
  }
}
