import { setTimeout as wait } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import type { Migration } from './read-migrations.ts'
import { MIGRATIONS_FOLDER, readMigrations } from './read-migrations.ts'

/** Any constant will do, as long as nothing else in this database takes the same advisory lock. */
const LOCK_KEY = 7_302_118_455
const LOCK_POLL_MILLISECONDS = 100
const LOCK_WAIT_MILLISECONDS = 300_000
const MIGRATION_MILLISECONDS = 24 * 3600 * 1000

/**
 * Brings the database up to date: applies the `NNNN_name.sql` files that it lacks, in order, each in a transaction.
 * A file whose first line is `-- no-transaction` holds one statement and runs outside one. Returns the names applied.
 * @throws Error when an applied file was changed, is missing, or a new file is numbered before an applied one
 */
export async function migrate(pool: Pool, folder = MIGRATIONS_FOLDER): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    // Rewriting a large table takes longer than a request may; waiting for a lock still must not stop the shop.
    await client.query("SET statement_timeout = 0; SET lock_timeout = '30s'; SET idle_in_transaction_session_timeout = 0")
    // Tables that only staff write refuse what is done in nobody's name.
    await client.query("SET app.actor_kind = 'system'")
    await takeLock(client)
    const waiting = await compare(client, migrations)
    for (const migration of waiting) await apply(client, migration)
    return waiting.map(({ name }) => name)
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error))
    throw broken
  } finally {
    // The session holds the lock and its own time-outs: it is closed, never handed on.
    client.release(broken ?? true)
  }
}

async function takeLock(client: PoolClient): Promise<void> {
  const deadline = Date.now() + LOCK_WAIT_MILLISECONDS
  // Polled: a session that blocks in pg_advisory_lock holds a snapshot, for which CREATE INDEX CONCURRENTLY waits for ever.
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCK_KEY])
    if (rows[0]?.taken) return
    if (Date.now() > deadline)
      throw new Error('Another process has been migrating this database for five minutes: look there, then start again')
    await wait(LOCK_POLL_MILLISECONDS)
  }
}

async function compare(client: PoolClient, migrations: Migration[]): Promise<Migration[]> {
  await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
    name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM schema_migrations ORDER BY name',
  )
  const files = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, checksum } of rows) {
    const file = files.get(name)
    if (file === undefined)
      throw new Error(
        `Migration ${name} was applied to this database but its file is missing: start the newer version it came with`,
      )
    if (file.checksum !== checksum)
      throw new Error(
        `Migration ${name} was changed after it was applied: restore the file and put the change into a new migration`,
      )
  }
  const applied = new Set(rows.map(({ name }) => name))
  const waiting = migrations.filter(({ name }) => !applied.has(name))
  const [first] = waiting
  const last = rows.at(-1)
  if (first && last && first.name < last.name) {
    throw new Error(`Migration ${first.name} comes before ${last.name}, which is applied already: give it the next free number`)
  }
  return waiting
}

async function apply(client: PoolClient, { name, sql, checksum, inTransaction }: Migration): Promise<void> {
  try {
    if (inTransaction) await client.query('BEGIN')
    // The session has no time-out of its own either.
    await client.query({ text: sql, query_timeout: MIGRATION_MILLISECONDS })
    await client.query('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [name, checksum])
    if (inTransaction) await client.query('COMMIT')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`Migration ${name} failed: ${reason}`, { cause: error })
  }
}
