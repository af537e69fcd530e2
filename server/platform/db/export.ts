import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { compareMigrations } from './compare-migrations.ts'
import { fileProblem } from './file-problem.ts'
import { refuseHalfImported } from './interrupted-import.ts'
import { migrationsFolder, readMigrations } from './read-migrations.ts'
import type { SnapshotHeader, SnapshotTable } from './snapshot.ts'
import { endOfFile, endOfTable, isProductRelation } from './snapshot.ts'

/**
 * Writes a consistent snapshot of the database into `file` (gzip, mode 0600). The file appears only when it is complete.
 * @param options.signal stops it; what was written is removed
 * @param options.alongside reads more of the same moment, on the same connection
 * @throws the reason of the signal; Error when the database is unreachable, not migrated, newer than this version or half imported, or the file cannot be written
 */
export async function exportDatabase(
  connectionString: string,
  file: string,
  {
    folder = migrationsFolder,
    signal,
    alongside,
  }: { folder?: string; signal?: AbortSignal; alongside?: (client: pg.Client) => Promise<void> } = {},
): Promise<{ tables: number; rows: number }> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  const draft = `${file}.${process.pid}.part`
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const header = await describeSnapshot(client, folder)
    const rows = await write(client, header, draft, signal)
    await alongside?.(client)
    await rename(draft, file)
    return { tables: header.tables.length, rows }
  } catch (error) {
    await rm(draft, { force: true })
    signal?.throwIfAborted()
    throw fileProblem(file, error)
  } finally {
    await client.end()
  }
}

/**
 * Describes what a snapshot of this moment has, in the caller's transaction: tables with their columns, sequences and migrations.
 * @throws Error when the database is not migrated, newer than this version or half imported
 */
export async function describeSnapshot(client: pg.Client, folder = migrationsFolder): Promise<SnapshotHeader> {
  await refuseHalfImported(client)
  const { rows: found } = await client.query("select to_regclass('public.schema_migrations') is not null as migrated")
  if (!found[0]?.migrated) throw new Error('This database was never migrated, so there is nothing to export: check DATABASE_URL')
  // A database of an earlier version can be exported; an import migrates it.
  await compareMigrations(client, await readMigrations(folder))
  const migrations = await client.query<SnapshotHeader['migrations'][number]>(
    'select name, checksum from public.schema_migrations order by name',
  )
  const tables = await client.query<SnapshotTable>(`
    select n.nspname as schema, c.relname as name,
      coalesce((select json_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''), '[]') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and ${isProductRelation} order by 1, 2`)
  return {
    format: 'karyashala-snapshot-1',
    created_at: new Date().toISOString(),
    migrations: migrations.rows,
    tables: tables.rows,
    sequences: await readSequences(client),
  }
}

/** Reads sequences after the snapshot began, so they are never behind its rows. */
async function readSequences(client: pg.Client): Promise<SnapshotHeader['sequences']> {
  const { rows } = await client.query<{ schema: string; name: string }>(`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and ${isProductRelation} order by 1, 2`)
  const sequences: SnapshotHeader['sequences'] = []
  for (const { schema, name } of rows) {
    const state = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${quoteTable({ schema, name })}`,
    )
    for (const row of state.rows) sequences.push({ schema, name, ...row })
  }
  return sequences
}

async function write(client: pg.Client, header: SnapshotHeader, draft: string, signal?: AbortSignal): Promise<number> {
  let rows = 0
  async function* read(): AsyncGenerator<string | Buffer> {
    yield `${JSON.stringify(header)}\n`
    for (const table of header.tables) {
      const stream = client.query(copyTo(`copy ${quoteTable(table)} (${quoteColumns(table)}) to stdout`))
      for await (const chunk of stream) yield chunk as Buffer
      rows += stream.rowCount
      yield endOfTable
    }
    yield endOfFile
  }
  await pipeline(read, createGzip(), createWriteStream(draft, { mode: 0o600 }), signal ? { signal } : {})
  return rows
}

export function quoteTable({ schema, name }: { schema: string; name: string }): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
}

export function quoteColumns({ columns }: SnapshotTable): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(', ')
}
