import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { connect } from './connect.ts'
import { quoteColumns, quoteTable } from './export.ts'
import { migrate } from './migrate.ts'
import { MIGRATIONS_FOLDER, readMigrations } from './read-migrations.ts'
import { openSnapshot, verifySnapshot } from './read-snapshot.ts'
import type { SnapshotHeader } from './snapshot.ts'
import { OURS } from './snapshot.ts'
import { suspendChecks } from './suspend-checks.ts'

/**
 * Restores a snapshot into an empty database, all or nothing; a new database is migrated first.
 * @throws Error when the database holds rows, the migrations differ, or the file is damaged
 */
export async function importDatabase(
  connectionString: string,
  file: string,
  folder = MIGRATIONS_FOLDER,
): Promise<{ tables: number; rows: number }> {
  const header = await verifySnapshot(file)
  requireSameMigrations(header, await readMigrations(folder), 'this program')
  const snapshot = await openSnapshot(file)
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const isNew = await prepare(client, connectionString, folder)
    await client.query('BEGIN')
    const { rows: applied } = await client.query<{ name: string; checksum: string }>(
      'SELECT name, checksum FROM public.schema_migrations',
    )
    requireSameMigrations(header, applied, 'the target database')
    const resume = await suspendChecks(client)
    await empty(client, isNew)
    let rows = 0
    for (const table of header.tables) {
      const stream = client.query(copyFrom(`COPY ${quoteTable(table)} (${quoteColumns(table)}) FROM STDIN`))
      await pipeline(Readable.from(snapshot.readTable()), stream)
      rows += stream.rowCount
    }
    await snapshot.finish()
    await resume()
    for (const { schema, name, last_value, is_called } of header.sequences) {
      await client.query('SELECT setval($1::regclass, $2, $3)', [quoteTable({ schema, name }), last_value, is_called])
    }
    await client.query('COMMIT')
    return { tables: header.tables.length, rows }
  } finally {
    snapshot.close()
    await client.end()
  }
}

function requireSameMigrations(header: SnapshotHeader, others: { name: string; checksum: string }[], whose: string): void {
  const list = (migrations: { name: string; checksum: string }[]): string[] =>
    migrations.map(({ name, checksum }) => `${name} ${checksum}`).toSorted()
  const [mine, theirs] = [list(header.migrations), list(others)]
  const differing = mine.find((entry) => !theirs.includes(entry)) ?? theirs.find((entry) => !mine.includes(entry))
  if (differing === undefined) return
  throw new Error(
    `The snapshot and ${whose} differ in migration ${differing.split(' ')[0]}: import with the version that exported it, then update`,
  )
}

/** Migrates a database that nothing was ever put into. True when it was such a one. */
async function prepare(client: pg.Client, connectionString: string, folder: string): Promise<boolean> {
  const { rows } = await client.query("SELECT to_regclass('public.schema_migrations') IS NOT NULL AS migrated")
  if (rows[0]?.migrated) return false
  if ((await listTables(client)).length > 0)
    throw new Error('The target database holds tables of something else: import into a new, empty database')
  const pool = connect(connectionString, { max: 1, log: { warn: () => {} } })
  try {
    await migrate(pool, folder)
  } finally {
    await pool.end()
  }
  return true
}

/** Rows that migrations themselves put into a new database give way to those of the snapshot; any others are somebody's. */
async function empty(client: pg.Client, isNew: boolean): Promise<void> {
  const tables = await listTables(client)
  if (tables.length === 0) return
  if (isNew) {
    await client.query(`TRUNCATE ${tables.join(', ')}`)
    return
  }
  const { rows } = await client.query<{ name: string }>(
    tables.map((table) => `(SELECT ${pg.escapeLiteral(table)} AS name FROM ${table} LIMIT 1)`).join(' UNION ALL '),
  )
  if (rows[0]) throw new Error(`The target database is not empty (${rows[0].name} holds rows): import into a new, empty database`)
}

async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(`
    SELECT n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND ${OURS} ORDER BY 1, 2`)
  return rows.map(quoteTable)
}
