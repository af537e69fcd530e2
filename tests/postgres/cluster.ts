import { chmodSync, rmSync } from 'node:fs'
import pg from 'pg'
import pino from 'pino'
import type { TestProject } from 'vitest/node'
import { launchPostgres } from '#postgres/launch.ts'
import { connect } from '#server/platform/db/connect.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { makeFolder } from '#tests/runner/make-folder.ts'
import { addressOf, templateName } from './address.ts'
import { queues } from '#server/features.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser URL of the cluster. Its database is the migrated template. */
    clusterUrl: string
  }
}

/** Starts one cluster without fsync for the whole run and migrates the template that tests copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = makeFolder('karyashala-tests-')
  // PostgreSQL's account needs access to the folder when the tests run as root.
  chmodSync(folder, 0o711)
  const postgres = await launchPostgres({ dataDir: folder, fsync: false, log: (line) => console.error(line) })
  const teardown = async (): Promise<void> => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await migrateTemplate(postgres.connectionString)
    project.provide('clusterUrl', postgres.connectionString)
  } catch (error) {
    await teardown()
    throw error
  }
  return teardown
}

async function migrateTemplate(url: string): Promise<void> {
  const pool = connect(url, { max: 1, log: { warn: (details, message) => console.error(message, details) } })
  try {
    await migrate(pool)
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
