// Runs the operator's payment commands.
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { queues, runPayments } from '#server/money/cli/payments.ts'
import { systemRandom } from '#server/platform/secrets/random.ts'
import { openDatabase, printFailure } from './reach-database.ts'

try {
  const { db, connectionString, log, close } = await openDatabase()
  try {
    const jobs = await startJobs({ connectionString, log, background: false, install: queues })
    try {
      const { lines, code } = await runPayments({ db, jobs, random: systemRandom }, process.argv.slice(2))
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
