import { setTimeout as wait } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { compareMigrations } from './compare-migrations.ts'
import { refuseHalfImported } from './interrupted-import.ts'
import type { Migration } from './read-migrations.ts'
import { migrationsFolder, readMigrations } from './read-migrations.ts'

/** An arbitrary key that no other advisory lock of this database uses. */
const lockKey = 7_302_118_455
const lockPollMs = 100
const lockWaitMs = 300_000
const migrationTimeoutMs = 24 * 3600 * 1000

/**
 * Applies the missing `NNNN_name.sql` files in order, each in a transaction. A file whose first line is
 * `-- no-transaction` runs without one, each of its statements ends its line. Returns the applied names.
 * @param until the last name to apply; all by default
 * @param options.isImport lets it migrate a half imported database, which only an import completes
 * @throws Error when the database is half imported, an applied file was changed, is missing, or a new file is numbered before an applied one
 */
export async function migrate(
  pool: Pool,
  folder = migrationsFolder,
  until?: string,
  { isImport = false } = {},
): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    // Rewriting a large table may exceed a request's timeout, but a wait for a lock must not block the application.
    await client.query("set statement_timeout = 0; set lock_timeout = '30s'; set idle_in_transaction_session_timeout = 0")
    // Staff tables reject changes without an actor.
    await client.query("set app.actor_kind = 'system'")
    await takeLock(client)
    if (!isImport) await refuseHalfImported(client)
    await client.query(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now(), step text)`)
    await noteSteps(client, migrations)
    const waiting = (await compareMigrations(client, migrations)).filter(({ name }) => until === undefined || name <= until)
    for (const migration of waiting) await apply(client, migration)
    return waiting.map(({ name }) => name)
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error))
    throw broken
  } finally {
    // The session holds the lock and its own timeouts, so it is closed and not reused.
    client.release(broken ?? true)
  }
}

/**
 * Lets migrations of other processes wait until the returned function is called or the pool's connection ends. A server that starts meanwhile
 * waits.
 */
export async function holdMigrations(pool: Pool): Promise<() => void> {
  const client = await pool.connect()
  try {
    await takeLock(client)
  } catch (error) {
    client.release(true)
    throw error
  }
  // The session holds the lock.
  return () => client.release(true)
}

async function takeLock(client: PoolClient): Promise<void> {
  const deadline = Date.now() + lockWaitMs
  // Polled, because a session blocked in pg_advisory_lock holds a snapshot that `create index concurrently` waits for.
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lockKey])
    if (rows[0]?.taken) return
    if (Date.now() > deadline)
      throw new Error('Another process has been migrating this database for five minutes: look there, then start again')
    await wait(lockPollMs)
  }
}

/** Stores of each applied migration whether the version before runs on it. A later, older version reads it, and has no file to read. */
async function noteSteps(client: PoolClient, migrations: readonly Migration[]): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'step' and not attisdropped`,
  )
  if (rowCount === 0) await client.query('alter table schema_migrations add column step text')
  const values = [migrations.map(({ name }) => name), migrations.map(({ step }) => step)]
  await client.query(
    `update schema_migrations m set step = k.step from unnest($1::text[], $2::text[]) as k (name, step)
     where m.name = k.name and m.step is null`,
    values,
  )
}

async function apply(client: PoolClient, { name, sql, checksum, inTransaction, step }: Migration): Promise<void> {
  try {
    if (inTransaction) await client.query('begin')
    else await dropInvalidIndexes(client)
    // PostgreSQL runs several statements of one query in a transaction.
    for (const text of inTransaction ? [sql] : sql.split(/;\s*$/m).filter((part) => part.trim() !== '')) {
      // Overrides the client-side timeout; the session has no statement timeout.
      await client.query({ text, query_timeout: migrationTimeoutMs })
    }
    await client.query('insert into schema_migrations (name, checksum, step) values ($1, $2, $3)', [name, checksum, step])
    if (inTransaction) await client.query('commit')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`Migration ${name} failed: ${reason}`, { cause: error })
  }
}

/** Drops what an interrupted `create index concurrently` has left, so that `if not exists` does not take it for the index. */
async function dropInvalidIndexes(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index where not indisvalid`,
  )
  for (const { name } of rows) await client.query(`drop index concurrently ${name}`)
}
