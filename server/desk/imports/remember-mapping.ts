import { isPaymentColumn, type ReadHeading } from '#contract/desk/staff/imports.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import { sha256 } from './predict.ts'
import type { Mapping } from './read-headings.ts'

const rememberedMapping = statement<{ mapping: Mapping }>(
  'remembered_mapping',
  `select mapping from import_mappings where fingerprint = $1`,
)
const storeMapping = statement(
  'store_mapping',
  `insert into import_mappings (fingerprint, mapping, staff_id, updated_at) values ($1, $2, $3, app_now())
   on conflict (fingerprint) do update set mapping = excluded.mapping, staff_id = excluded.staff_id, updated_at = excluded.updated_at
   where import_mappings.mapping <> excluded.mapping`,
)

type Headings = readonly (string | null)[]

/** Files with the same headings are of one kind, in whatever order these stand. */
const fingerprintOf = (headings: Headings) => sha256(JSON.stringify(headings.filter((heading) => heading !== null).toSorted()))

/** Returns what staff said about a file with these headings. */
export async function findMapping(db: Queryable, headings: Headings): Promise<Mapping | undefined> {
  return (await row(db, rememberedMapping, [fingerprintOf(headings)]))?.mapping
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
  await rows(tx, storeMapping, [fingerprintOf(headings), JSON.stringify(mapping), staff.id])
}

/** Returns a mapping in which no heading names a part of a payment. */
export const withoutPayments = (mapping: Mapping): Mapping =>
  Object.fromEntries(Object.entries(mapping).map(([heading, column]) => [heading, isPaymentColumn(column) ? null : column]))
