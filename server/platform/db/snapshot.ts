import { z } from 'zod'

/**
 * A snapshot file is gzipped text: a line of JSON (`snapshotHeader`), then each table's rows as PostgreSQL's COPY writes
 * them, ended by a line `\.`, then the line `END`, without which the file is truncated.
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

export const endOfTable = '\\.\n'
export const endOfFile = 'END\n'

/** Schema of pg-boss. Jobs belong to the running installation, not to its data. */
const jobsSchema = 'pgboss'

/** SQL condition on `pg_class` as `c` and `pg_namespace` as `n` for the product's own tables and sequences. */
export const isProductRelation = `n.nspname not like 'pg\\_%' and n.nspname not in ('information_schema', '${jobsSchema}')
  and not (n.nspname = 'public' and c.relname in ('schema_migrations', 'import_in_progress')) and c.relpersistence <> 't'
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`
