// Runs the operator's commands about staff.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { readSettings } from '#dev/read-settings.ts'
import { storeSecrets } from '#dev/store-secrets.ts'
import { runStaff } from '#server/cli/staff.ts'
import { connect } from '#server/db/connect.ts'
import { startJobs } from '#server/jobs/jobs.ts'
import { systemRandom } from '#server/random.ts'
import { reachDatabase } from './reach-database.ts'

const { dataDir, publicUrl } = readSettings(process.env, join(import.meta.dirname, '..'))

/** The secrets that seal the mailed link: those of the server, or of the demo in DATA_DIR. */
function authSecrets(): string[] {
  const given = process.env.AUTH_SECRET?.split(',').flatMap((secret) => secret.trim() || [])
  if (given?.length) return given
  if (!existsSync(join(dataDir, 'secrets.json'))) throw new Error('Set AUTH_SECRET and PUBLIC_URL to those of the server.')
  return [storeSecrets(dataDir).authSecret]
}

const log = pino({ level: 'warn' }, pino.destination(2))
try {
  const config = { authSecrets: authSecrets(), publicUrl: publicUrl.replace(/\/$/, '') }
  const database = await reachDatabase()
  const db = connect(database.connectionString, { max: 2, log, actor: 'operator' })
  try {
    const jobs = await startJobs({ connectionString: database.connectionString, log, background: false })
    try {
      const { lines, code } = await runStaff({ db, jobs, random: systemRandom, config }, process.argv.slice(2))
      console.log(lines.join('\n'))
      process.exitCode = code
    } finally {
      // Its connections keep the process alive.
      await jobs.stop()
    }
  } finally {
    await db.end()
    await database.stop()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
