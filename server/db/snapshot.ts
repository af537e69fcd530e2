import { z } from 'zod'

/**
 * A snapshot file is gzip over text: a first line of JSON (`snapshotHeader`); then for each of its tables the rows as
 * PostgreSQL's COPY writes them, each table ended by a line `\.`; then the line `END`, by which a cut-off file is known.
 */
export const snapshotHeader = z.object({
  format: z.literal('karyashala-snapshot-1'),
  created_at: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), last_value: z.string(), is_called: z.boolean() })),
})

export type SnapshotHeader = z.infer<typeof snapshotHeader>
export type SnapshotTable = SnapshotHeader['tables'][number]

export const END_OF_TABLE = '\\.\n'
export const END_OF_FILE = 'END\n'

/** Where pg-boss keeps its jobs: they belong to the running installation, not to its data. */
const JOBS_SCHEMA = 'pgboss'

/** SQL condition on a `pg_class` row `c` and its `pg_namespace` row `n`: the product's own tables or sequences. */
export const OURS = `n.nspname NOT LIKE 'pg\\_%' AND n.nspname NOT IN ('information_schema', '${JOBS_SCHEMA}')
  AND NOT (n.nspname = 'public' AND c.relname = 'schema_migrations') AND c.relpersistence <> 't'
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`
