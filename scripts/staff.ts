// Runs the operator's commands about staff.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readSettings } from '#dev/read-settings.ts'
import { storeSecrets } from '#dev/store-secrets.ts'
import { queues, runStaff } from '#server/people/cli/staff.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { systemRandom } from '#server/platform/secrets/random.ts'
import { openDatabase, printFailure } from './reach-database.ts'

const { dataDir, publicUrl } = readSettings(process.env, join(import.meta.dirname, '..'))

/** The secrets that seal the mailed link: those of the server, or of the demo in DATA_DIR. */
function authSecrets(): string[] {
  const given = process.env.AUTH_SECRET?.split(',').flatMap((secret) => secret.trim() || [])
  if (given?.length) return given
  if (!existsSync(join(dataDir, 'secrets.json'))) throw new Error('Set AUTH_SECRET and PUBLIC_URL to those of the server.')
  return [storeSecrets(dataDir).authSecret]
}

try {
  const config = { authSecrets: authSecrets(), publicUrl: publicUrl.replace(/\/$/, '') }
  const { db, connectionString, log, close } = await openDatabase()
  try {
    const jobs = await startJobs({ connectionString, log, background: false, install: queues })
    try {
      const { lines, code } = await runStaff({ db, jobs, random: systemRandom, config }, process.argv.slice(2))
      console.log(lines.join('\n'))
      process.exitCode = code
    } finally {
      // Its connections keep the process alive.
      await jobs.stop()
    }
  } finally {
    await close()
  }
} catch (error) {
  printFailure(error)
}
