import { join, resolve } from 'node:path'
import pino from 'pino'
import type pg from 'pg'
import { launchPostgres } from '#postgres/launch.ts'
import { connect } from '#server/platform/db/connect.ts'
import { requireMigrated } from '#server/platform/db/require-migrated.ts'

/** Returns DATABASE_URL, else starts the embedded PostgreSQL if needed. `owner` prefers DATABASE_MIGRATION_URL. */
export async function reachDatabase(options = { owner: false }): Promise<{ connectionString: string; stop(): Promise<void> }> {
  const given = (options.owner && process.env.DATABASE_MIGRATION_URL) || process.env.DATABASE_URL
  if (given) return { connectionString: given, stop: async () => {} }
  const dataDir = resolve(import.meta.dirname, '..', process.env.DATA_DIR || '.data')
  return launchPostgres({ dataDir: join(dataDir, 'postgres'), log: (line) => console.error(line) })
}

/** A database that the operator's commands may work on, and the log of their process. */
interface OpenDatabase {
  db: pg.Pool
  connectionString: string
  log: pino.Logger
  close(): Promise<void>
}

/**
 * Reaches the database of this version's tables, as the operator.
 * @throws Error with what to do when it is unreachable, newer than this version, half imported or not migrated yet
 */
export async function openDatabase(): Promise<OpenDatabase> {
  const { connectionString, stop } = await reachDatabase()
  const log = pino({ level: 'warn' }, pino.destination(2))
  const db = connect(connectionString, { max: 2, log, actor: 'operator' })
  const close = async () => {
    await db.end()
    await stop()
  }
  try {
    await requireMigrated(db)
    return { db, connectionString, log, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Prints why a command failed and has the process end with code 1. */
export function printFailure(error: unknown): void {
  // A host with several addresses reports one error for each address.
  const reason: unknown = error instanceof AggregateError ? error.errors[0] : error
  console.error(reason instanceof Error ? reason.message : reason)
  process.exitCode = 1
}
