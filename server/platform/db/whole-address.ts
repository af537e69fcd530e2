import { email } from '#contract/fields.ts'
import { beginningWith } from './containing.ts'

/**
 * Returns the address that a search is, as records have it; null for other words. Its holder is looked up by an index, and nobody else
 * is found: the parts of an address stand in most rows, so that an index of trigrams reads all of these.
 */
export const wholeAddress = (q: unknown): string | null => email.safeParse(q).data ?? null

/**
 * SQL that is true for an address that is the one looked for, or begins with it: who types `.com` has `.co` before.
 * @param value SQL of a `wholeAddress`
 */
export const isAddress = (column: string, value: string): string => `${column} like ${beginningWith(value)}`

/** SQL of the ids of the students who have an address. */
export const holdersOfAddress = (value: string): string =>
  `select h.id from users h where ${isAddress('h.email', value)} and h.erased_at is null`
