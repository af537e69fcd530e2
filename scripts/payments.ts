// Runs the operator's payment commands.
import pino from 'pino'
import { connect } from '#server/db/connect.ts'
import { startJobs } from '#server/jobs/jobs.ts'
import { runPayments } from '#server/cli/payments.ts'
import { systemRandom } from '#server/random.ts'
import { reachDatabase } from './reach-database.ts'

const log = pino({ level: 'warn' }, pino.destination(2))
const database = await reachDatabase()
const db = connect(database.connectionString, { max: 2, log, actor: 'operator' })
try {
  const jobs = await startJobs({ connectionString: database.connectionString, log, background: false })
  try {
    const { lines, code } = await runPayments({ db, jobs, random: systemRandom }, process.argv.slice(2))
    console.log(lines.join('\n'))
    process.exitCode = code
  } finally {
    // Its connections keep the process alive.
    await jobs.stop()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await db.end()
  await database.stop()
}
