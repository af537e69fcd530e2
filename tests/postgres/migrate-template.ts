import pg from 'pg'
import pino from 'pino'
import { queues } from '#server/features.ts'
import { connect } from '#server/platform/db/connect.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { addressOf, templateName } from './address.ts'

export async function migrateTemplate(url: string): Promise<void> {
  const pool = connect(url, { max: 1, log: { warn: (details, message) => console.error(message, details) } })
  try {
    await migrate(pool)
    // Tests are of schools that visitors see. Without triggers, so that no audit log begins with it.
    await pool.query(`do $$ begin
      set local session_replication_role = replica;
      update school_opening set opened_at = app_now();
    end $$`)
    const jobs = await startJobs({ connectionString: url, log: pino({ level: 'silent' }), background: false, install: queues })
    await jobs.stop()
  } finally {
    await pool.end()
  }
  // The first connection after a catalogue change writes a cache file. Copies then include it.
  const first = new pg.Client(url)
  await first.connect()
  await first.end()
  const admin = new pg.Client(addressOf(url, 'postgres'))
  await admin.connect()
  // PostgreSQL can't copy a template that has a session.
  await admin.query(`alter database ${templateName} allow_connections false`)
  await admin.end()
}
