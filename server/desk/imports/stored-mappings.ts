import type { Staff } from '#server/platform/auth/principal.ts'
import { type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import type { MappingOf } from '#server/platform/tabular/headings.ts'
import { sha256 } from './predict.ts'

const rememberedMapping = statement<{ mapping: MappingOf<never> }>(
  'remembered_mapping',
  `select mapping from import_mappings where fingerprint = $1`,
)
const upsertMapping = statement(
  'upsert_mapping',
  `insert into import_mappings (fingerprint, mapping, staff_id, updated_at) values ($1, $2, $3, app_now())
   on conflict (fingerprint) do update set mapping = excluded.mapping, staff_id = excluded.staff_id, updated_at = excluded.updated_at
   where import_mappings.mapping <> excluded.mapping`,
)

export type Headings = readonly (string | null)[]

/** Files with the same headings are of one kind, in whatever order these stand. Without a kind it is a file of students. */
const fingerprintOf = (headings: Headings, kind?: string) => {
  const sorted = headings.filter((heading) => heading !== null).toSorted()
  return sha256(JSON.stringify(kind === undefined ? sorted : [kind, sorted]))
}

/** Returns what staff said about a file with these headings. */
export async function readMapping<Column extends string>(
  db: Queryable,
  headings: Headings,
  kind?: string,
): Promise<MappingOf<Column> | undefined> {
  return (await row(db, rememberedMapping, [fingerprintOf(headings, kind)]))?.mapping
}

/** Keeps what staff said, for the next file with these headings. */
export async function storeMapping(
  tx: Queryable,
  staff: Staff,
  { headings, mapping, kind }: { headings: Headings; mapping: MappingOf<string>; kind?: string },
): Promise<void> {
  await rows(tx, upsertMapping, [fingerprintOf(headings, kind), JSON.stringify(mapping), staff.id])
}
