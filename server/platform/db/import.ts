import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { connect } from './connect.ts'
import { quoteColumns, quoteTable } from './export.ts'
import { importMark, isHalfImported } from './interrupted-import.ts'
import { leaveRoomForIds, markRestore, outdateRestored } from './mark-restore.ts'
import { migrate } from './migrate.ts'
import { migrationsFolder, readMigrations } from './read-migrations.ts'
import { openSnapshot, verifySnapshot } from './read-snapshot.ts'
import type { SnapshotHeader } from './snapshot.ts'
import { isProductRelation } from './snapshot.ts'
import { suspendChecks } from './suspend-checks.ts'

/** An arbitrary key that no other advisory lock of this database uses. */
const lockKey = 7_302_118_457

export interface ImportOptions {
  /** Nothing was done after the snapshot, because the database moves: ids and sessions go on. */
  isMove?: boolean
  /** Of the migrations. */
  folder?: string
}

/**
 * Restores a snapshot into an empty database in one transaction. A new database is marked and migrated first, as far as the
 * snapshot's own was. An import that ended before its commit leaves the mark, and the next one goes on there. What an earlier
 * version exported is then migrated like any database of that version. The product issues no document until an operator has said
 * which numbers were issued after the snapshot. A repeated import of a snapshot that is in the database does only what is left to do.
 * @throws Error when the database holds rows, the migrations differ, or the file is damaged
 */
export async function importDatabase(
  connectionString: string,
  file: string,
  { isMove = false, folder = migrationsFolder }: ImportOptions = {},
): Promise<{ tables: number; rows: number; isRepeated: boolean }> {
  const header = await verifySnapshot(file)
  const fill = async (client: pg.Client) => {
    const snapshot = await openSnapshot(file)
    try {
      let rows = 0
      for (const table of header.tables) {
        const stream = client.query(copyFrom(`copy ${quoteTable(table)} (${quoteColumns(table)}) from stdin`))
        await pipeline(Readable.from(snapshot.readTable()), stream)
        rows += stream.rowCount
      }
      await snapshot.finish()
      return rows
    } finally {
      snapshot.close()
    }
  }
  return importRows(connectionString, { header, fill }, { isMove, folder })
}

/** What is imported, whatever file has it. */
export interface ImportSource {
  header: Pick<SnapshotHeader, 'created_at' | 'migrations' | 'tables' | 'sequences'>
  /** Fills the empty tables in the transaction of the import and returns the number of rows. Foreign keys and triggers are off. */
  fill(client: pg.Client): Promise<number>
}

/** As `importDatabase`, from any source. @throws Error as it does, and what `fill` throws; nothing is imported then */
export async function importRows(
  connectionString: string,
  { header, fill }: ImportSource,
  { isMove = false, folder = migrationsFolder }: ImportOptions = {},
): Promise<{ tables: number; rows: number; isRepeated: boolean }> {
  const own = await readMigrations(folder)
  const until = header.migrations
    .map(({ name }) => name)
    .toSorted()
    .at(-1)
  const earlier = own.filter(({ name }) => until !== undefined && name <= until)
  requireSameMigrations(header, earlier, differsFrom('this program'))
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await lockOut(client)
    const isNew = await prepare(client, connectionString, folder, until)
    if (!isNew && (await isImported(client, header))) {
      await migrateAll(connectionString, folder)
      return { tables: header.tables.length, rows: 0, isRepeated: true }
    }
    await client.query('begin')
    const { rows: applied } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from public.schema_migrations',
    )
    requireSameMigrations(header, applied, isNew ? interruptedByAnother : differsFrom('the target database'))
    const resume = await suspendChecks(client)
    await empty(client, isNew)
    const rows = await fill(client)
    if (!isMove) await outdateRestored(client, { snapshotAt: header.created_at })
    await resume()
    for (const { schema, name, last_value, is_called } of header.sequences) {
      await client.query('select setval($1::regclass, $2, $3)', [quoteTable({ schema, name }), last_value, is_called])
    }
    if (!isMove) await leaveRoomForIds(client, { snapshotAt: header.created_at })
    await markRestore(client, { snapshotAt: header.created_at })
    if (isNew) await client.query(`drop table ${importMark}`)
    await client.query('commit')
    if (earlier.length < own.length) await migrateAll(connectionString, folder)
    return { tables: header.tables.length, rows, isRepeated: false }
  } finally {
    await client.end()
  }
}

/** What to do about a migration that differs. */
type Advice = (migration: string) => string

const differsFrom =
  (whose: string): Advice =>
  (migration) =>
    `The snapshot and ${whose} differ in migration ${migration}: import with the version that exported it, then update`
const interruptedByAnother: Advice = (migration) =>
  `The import that was interrupted here was of another snapshot (migration ${migration} differs): import that one, or import into a new, empty database`

/** @throws Error with the advice */
function requireSameMigrations(
  header: ImportSource['header'],
  others: { name: string; checksum: string }[],
  advice: Advice,
): void {
  const list = (migrations: { name: string; checksum: string }[]): string[] =>
    migrations.map(({ name, checksum }) => `${name} ${checksum}`).toSorted()
  const [mine, theirs] = [list(header.migrations), list(others)]
  const differing = mine.find((entry) => !theirs.includes(entry)) ?? theirs.find((entry) => !mine.includes(entry))
  if (differing !== undefined) throw new Error(advice(differing.split(' ')[0] ?? ''))
}

/** Two imports into one database would empty each other's. The lock ends with the connection. @throws Error when another import runs */
async function lockOut(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lockKey])
  if (!rows[0]?.taken) throw new Error('Another import into this database is running: wait for its end')
}

/** Marks a new database and migrates it as far as `until`. Returns whether it was new or marked. */
async function prepare(client: pg.Client, connectionString: string, folder: string, until: string | undefined): Promise<boolean> {
  if (!(await isHalfImported(client))) {
    const { rows } = await client.query("select to_regclass('public.schema_migrations') is not null as migrated")
    if (rows[0]?.migrated) return false
    if ((await listTables(client)).length > 0)
      throw new Error('The target database holds tables of something else: import into a new, empty database')
    await client.query(`create table ${importMark} ()`)
  }
  await migrateAll(connectionString, folder, until, { isImport: true })
  return true
}

async function migrateAll(
  connectionString: string,
  folder: string,
  until?: string,
  options?: { isImport: boolean },
): Promise<void> {
  const pool = connect(connectionString, { max: 1, log: { warn: () => {} } })
  try {
    await migrate(pool, folder, until, options)
  } finally {
    await pool.end()
  }
}

/** Whether this snapshot is in the database: an import that is killed after its commit has said nothing of it. */
async function isImported(client: pg.Client, { created_at }: ImportSource['header']): Promise<boolean> {
  const { rows } = await client.query<{ restores: boolean }>(`select to_regclass('public.restores') is not null as restores`)
  if (!rows[0]?.restores) return false
  const { rowCount } = await client.query('select from public.restores where snapshot_at = $1', [created_at])
  return Boolean(rowCount)
}

/** Empties a new database of the rows that migrations inserted. @throws Error when an existing database has rows */
async function empty(client: pg.Client, isNew: boolean): Promise<void> {
  const tables = await listTables(client)
  if (tables.length === 0) return
  if (isNew) {
    await client.query(`truncate ${tables.join(', ')}`)
    return
  }
  const { rows } = await client.query<{ name: string }>(
    tables.map((table) => `(select ${pg.escapeLiteral(table)} as name from ${table} limit 1)`).join(' union all ') +
      ' order by name',
  )
  if (rows[0]) throw new Error(`The target database is not empty (${rows[0].name} holds rows): import into a new, empty database`)
}

async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and ${isProductRelation} order by 1, 2`)
  return rows.map(quoteTable)
}
