import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { type Config, ConfigError } from '#server/config.ts'
import { connect } from '#server/platform/db/connect.ts'
import { grantLaterTables, grantRights } from '#server/platform/db/grant-rights.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { pendingMigrations } from '#server/platform/db/pending-migrations.ts'
import type { AnyJob } from './define-job.ts'
import { startJobs } from './jobs.ts'

/**
 * Migrates tables and queues. With DATABASE_MIGRATION_URL its role does this as their owner and grants rights to the role of
 * DATABASE_URL.
 * @throws ConfigError when the owner's database is unreachable or a different one
 */
export async function prepareDatabase(
  config: Config,
  db: Pool,
  { log, queues }: { log: Logger; queues: readonly AnyJob[] },
): Promise<void> {
  const connectionString = config.databaseMigrationUrl
  if (connectionString === undefined) {
    await migrate(db)
    return
  }
  const owner = connect(connectionString, { max: 1, log })
  try {
    await owner.query('select 1').catch((error: Error) => {
      throw new ConfigError(`DATABASE_MIGRATION_URL: the database can not be reached (${error.message}). Correct the address.`)
    })
    const { rows } = await db.query<{ role: string }>('select current_user as role')
    for (const { role } of rows) await grantLaterTables(owner, role)
    await migrate(owner)
    const jobs = await startJobs({ connectionString, log, background: false, install: queues })
    await jobs.stop()
    for (const { role } of rows) await grantRights(owner, role)
    const pending = await pendingMigrations(db).catch(() => undefined)
    if (pending?.length !== 0) throw new ConfigError('DATABASE_MIGRATION_URL: names another database than DATABASE_URL')
  } finally {
    await owner.end()
  }
}
