import { chmodSync, rmSync } from 'node:fs'
import pg from 'pg'
import pino from 'pino'
import type { TestProject } from 'vitest/node'
import { launchPostgres } from '#postgres/launch.ts'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { startJobs } from '#server/jobs/jobs.ts'
import { makeFolder } from '../make-folder.ts'
import { addressOf, TEMPLATE } from './address.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A superuser's address of the run's cluster; its database is the migrated template. */
    clusterUrl: string
  }
}

/** One cluster without fsync for the whole run, with one migrated database that tests copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = makeFolder('karyashala-tests-')
  // Passable by the account that PostgreSQL runs as when the tests run as root.
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
    const jobs = await startJobs({ connectionString: url, log: pino({ level: 'silent' }), background: false })
    await jobs.stop()
  } finally {
    await pool.end()
  }
  // PostgreSQL writes a file of its catalogue at the first connection after a change of it. Copies take that file along.
  const first = new pg.Client(url)
  await first.connect()
  await first.end()
  const admin = new pg.Client(addressOf(url, 'postgres'))
  await admin.connect()
  // Nobody may connect to it by mistake: a template with a session on it cannot be copied.
  await admin.query(`ALTER DATABASE ${TEMPLATE} ALLOW_CONNECTIONS false`)
  await admin.end()
}
