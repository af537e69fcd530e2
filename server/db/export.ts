import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { SnapshotHeader, SnapshotTable } from './snapshot.ts'
import { END_OF_FILE, END_OF_TABLE, OURS } from './snapshot.ts'

/**
 * Writes the whole database, as it is at one moment, into `file` (gzip, readable by its owner alone), which appears only once complete.
 * @throws Error when the database is unreachable or not migrated, or the file cannot be written
 */
export async function exportDatabase(connectionString: string, file: string): Promise<{ tables: number; rows: number }> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  const draft = `${file}.${process.pid}.part`
  await client.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const header = await describe(client)
    const rows = await write(client, header, draft)
    await rename(draft, file)
    return { tables: header.tables.length, rows }
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  } finally {
    await client.end()
  }
}

async function describe(client: pg.Client): Promise<SnapshotHeader> {
  const { rows: found } = await client.query("SELECT to_regclass('public.schema_migrations') IS NOT NULL AS migrated")
  if (!found[0]?.migrated) throw new Error('This database was never migrated, so there is nothing to export: check DATABASE_URL')
  const migrations = await client.query<SnapshotHeader['migrations'][number]>(
    'SELECT name, checksum FROM public.schema_migrations ORDER BY name',
  )
  const tables = await client.query<SnapshotTable>(`
    SELECT n.nspname AS schema, c.relname AS name,
      coalesce((SELECT json_agg(a.attname ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''), '[]') AS columns
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind = 'r' AND ${OURS} ORDER BY 1, 2`)
  return {
    format: 'karyashala-snapshot-1',
    created_at: new Date().toISOString(),
    migrations: migrations.rows,
    tables: tables.rows,
    sequences: await readSequences(client),
  }
}

/** Sequences are read after the snapshot was taken, so they are ahead of its rows or level, never behind. */
async function readSequences(client: pg.Client): Promise<SnapshotHeader['sequences']> {
  const { rows } = await client.query<{ schema: string; name: string }>(`
    SELECT n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'S' AND ${OURS} ORDER BY 1, 2`)
  const sequences: SnapshotHeader['sequences'] = []
  for (const { schema, name } of rows) {
    const state = await client.query<{ last_value: string; is_called: boolean }>(
      `SELECT last_value::text, is_called FROM ${quoteTable({ schema, name })}`,
    )
    for (const row of state.rows) sequences.push({ schema, name, ...row })
  }
  return sequences
}

async function write(client: pg.Client, header: SnapshotHeader, draft: string): Promise<number> {
  let rows = 0
  async function* read(): AsyncGenerator<string | Buffer> {
    yield `${JSON.stringify(header)}\n`
    for (const table of header.tables) {
      const stream = client.query(copyTo(`COPY ${quoteTable(table)} (${quoteColumns(table)}) TO STDOUT`))
      for await (const chunk of stream) yield chunk as Buffer
      rows += stream.rowCount
      yield END_OF_TABLE
    }
    yield END_OF_FILE
  }
  await pipeline(read, createGzip(), createWriteStream(draft, { mode: 0o600 }))
  return rows
}

export function quoteTable({ schema, name }: { schema: string; name: string }): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
}

export function quoteColumns({ columns }: SnapshotTable): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(', ')
}
