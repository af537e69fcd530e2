import { isPaymentColumn, type ReadHeading } from '#contract/desk/staff/imports.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import type { Queryable } from '#server/platform/db/query.ts'
import { type Headings, readMapping, storeMapping } from './stored-mappings.ts'
import type { Mapping } from './read-headings.ts'

/** Returns what staff said about a file with these headings. */
export async function findMapping(db: Queryable, headings: Headings): Promise<Mapping | undefined> {
  return readMapping(db, headings)
}

/**
 * Keeps what staff said, for the next file with these headings. Who records no payments says nothing about their columns, so what is
 * known of these stays.
 */
export async function rememberMapping(
  tx: Queryable,
  staff: Staff,
  { headings, read, isPaid }: { headings: Headings; read: readonly ReadHeading[]; isPaid: boolean },
): Promise<void> {
  const known = isPaid ? {} : ((await findMapping(tx, headings)) ?? {})
  const mapping = Object.fromEntries(
    read.map(({ heading, column }) => {
      const before = known[heading] ?? null
      return [heading, column === null && isPaymentColumn(before) ? before : column]
    }),
  )
  await storeMapping(tx, staff, { headings, mapping })
}

/** Returns a mapping in which no heading names a part of a payment. */
export const withoutPayments = (mapping: Mapping): Mapping =>
  Object.fromEntries(Object.entries(mapping).map(([heading, column]) => [heading, isPaymentColumn(column) ? null : column]))
