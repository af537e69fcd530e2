import { setTimeout as wait } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import { authenticateStaff } from '#server/platform/auth/authenticate-staff.ts'
import { system } from '#server/platform/auth/principal.ts'
import { listenForChanges } from '#server/platform/cache/listen-for-changes.ts'
import { followMaintenance } from '#server/platform/maintenance/follow-maintenance.ts'
import { Maintenance } from '#server/platform/maintenance/maintenance.ts'
import { LimitMemory } from '#server/platform/http/limits.ts'
import { ResponseCache } from '#server/platform/cache/response-cache.ts'
import { runEngines } from '#server/classes/classroom/engine/run-engines.ts'
import { classrooms } from '#server/classes/classroom/classrooms.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { connect } from '#server/platform/db/connect.ts'
import type { Deps } from './deps.ts'
import { personalData, queues, startFeatures, startWorkers } from './features.ts'
import { openFileStore } from '#server/platform/files/file-store.ts'
import { listen } from '#server/platform/http/listen.ts'
import { listenForMetrics } from '#server/platform/http/plugins/metrics.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { openLogDestination } from '#server/platform/logging/log-destination.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { readSmtpGreeting } from '#server/messaging/mail/read-smtp-greeting.ts'
import { smtpMailer } from '#server/messaging/mail/smtp.ts'
import { loadPages } from '#server/platform/pages/load-pages.ts'
import { attachDocuments } from '#server/money/invoicing/attach-documents.ts'
import { razorpayGateway } from '#server/money/provider/razorpay.ts'
import { refundAccount } from '#server/money/refunds/refund-account.ts'
import { holdTickObject } from '#server/platform/process/hold-tick-object.ts'
import { prepareDatabase } from '#server/platform/jobs/prepare-database.ts'
import { systemRandom } from '#server/platform/secrets/random.ts'
import { provideDemoStaff } from '#server/people/staff/provide-demo-staff.ts'

const logDestination = openLogDestination(1, (dropped) => log.warn({ dropped }, 'the log could not be written for a time'))
const log: Logger = createLog(logDestination)
/** Milliseconds that calls and jobs may take before a stopping process exits. */
const longestCall = 20_000

/** Of the processor. A handler in JavaScript would let the faulty instruction run again for ever, so these end the process. */
const machineFaults = ['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGABRT', 'SIGTRAP'] satisfies NodeJS.Signals[]

/** Milliseconds since the start of the process at which each phase of the start was over. */
const phases: Record<string, number> = {}
const note = (phase: string): void => void (phases[phase] = Math.round(performance.now()))

async function main(): Promise<void> {
  note('modules')
  holdTickObject()
  const config = readConfig()
  const db = connect(config.databaseUrl, { max: 20, log })
  await db.query('select 1').catch((error: Error) => {
    throw new ConfigError(`DATABASE_URL: the database can not be reached (${error.message}). Start it, or correct the address.`)
  })
  note('database')
  // The pages are loaded while the database is prepared.
  const loading = loadPages(config, log)
  loading.catch(() => undefined)
  await prepareDatabase(config, db, { log, queues })
  note('migrations')
  await refuseDemoInbox(config)
  if (config.demoStaffFile !== undefined) await provideDemoStaff({ db, config }, system, config.demoStaffFile)
  await startFeatures({ config, db, log }, system)
  note('seals')
  const install = config.databaseMigrationUrl === undefined ? queues : undefined
  const jobs = await startJobs({ connectionString: config.databaseUrl, log, background: true, ...(install && { install }) })
  const pages = await loading
  note('queue and pages')
  const stopping = new AbortController()
  const responseCache = new ResponseCache({ listening: false })
  const deps: Deps = {
    config,
    db,
    gateway: razorpayGateway(config.provider),
    classrooms,
    mailer: smtpMailer({
      url: config.smtpUrl,
      from: config.mailFrom,
      requireTls: config.smtpRequiresTls,
      connections: config.smtpConnections,
    }),
    files: openFileStore(config),
    personalData,
    attachDocuments,
    refundAccount,
    jobs,
    responseCache,
    limitMemory: new LimitMemory(),
    maintenance: new Maintenance(config),
    clock: () => new Date(),
    authenticateStaff: (authorization) => authenticateStaff({ db, config }, authorization),
    random: systemRandom,
    log,
    logDestination,
    stopping: stopping.signal,
  }
  const changes = listenForChanges({ connectionString: config.databaseUrl, responseCache, log })
  const [app] = await Promise.all([buildApp(deps, pages), changes.ready])
  await listen(app, config)
  note('listening')

  const following = followMaintenance(deps)
  const engines = runEngines(deps, system)
  const metrics = config.metricsPort === undefined ? undefined : await listenForMetrics(deps, config.metricsPort)

  closeWithGrace({ delay: config.drainMs + longestCall, logger: log, skip: machineFaults }, async ({ err }) => {
    if (err) log.error({ err }, 'stopping because of an error')
    stopping.abort()
    // Load balancers see `/ready` fail and stop sending, while pending requests are still answered.
    if (!err) await wait(config.drainMs)
    await app.close()
    await engines.stop()
    await metrics?.close()
    await changes.stop()
    await following.stop()
    await jobs.stop()
    deps.mailer.close()
    await db.end()
  })
  // Nobody who waits for an answer waits for these, and a job that was sent before is found by the first poll.
  await startWorkers(deps, system).catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error
  })
  note('workers')
  log.info({ phases }, 'the server has started; milliseconds since the process began')
}

/** Refuses the demo mailbox in production, where it would swallow mails. `config.ts` refuses the sandbox by its keys. */
async function refuseDemoInbox(config: Config): Promise<void> {
  if (config.environment !== 'production') return
  const greeting = await readSmtpGreeting(config.smtpUrl)
  if (greeting?.includes('Karyashala-Inbox')) {
    throw new ConfigError('SMTP_URL names the demo inbox; production needs a mail server that delivers')
  }
}

main().catch((error: unknown) => {
  // Configuration errors are printed for the operator; all others are logged.
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`)
  else if (isPortTaken(error))
    process.stderr.write(`PORT ${error.port} is in use. Stop the program that uses it, or set another PORT.\n`)
  else log.fatal({ err: error }, 'the server could not start')
  process.exit(1)
})

function isPortTaken(error: unknown): error is Error & { port: number } {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' && 'port' in error
}
