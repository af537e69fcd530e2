import { setTimeout as wait } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import { issueDueCertificates } from '#server/learning/certificates/issue-due-certificates.ts'
import { notifyAbsent } from '#server/classes/attendance/notify-absent.ts'
import { authenticateStaff } from '#server/platform/auth/authenticate-staff.ts'
import { system } from '#server/platform/auth/principal.ts'
import { listenForChanges } from '#server/platform/cache/listen-for-changes.ts'
import { ResponseCache } from '#server/platform/cache/response-cache.ts'
import { checkPatterns } from '#server/classes/batches/check-patterns.ts'
import { classrooms } from '#server/classes/classroom/classrooms.ts'
import { updateClassrooms } from '#server/classes/classroom/update-classrooms.ts'
import { checkSeals } from './check-seals.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { connect } from '#server/platform/db/connect.ts'
import type { Deps } from './deps.ts'
import { openFileStore } from '#server/platform/files/file-store.ts'
import { checkFigures } from '#server/desk/figures/check-figures.ts'
import { listen } from '#server/platform/http/listen.ts'
import { listenForMetrics } from '#server/platform/http/plugins/metrics.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { openLogDestination } from '#server/platform/logging/log-destination.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { deliverMail } from '#server/messaging/mail/deliver-mail.ts'
import { readSmtpGreeting } from '#server/messaging/mail/read-smtp-greeting.ts'
import { smtpMailer } from '#server/messaging/mail/smtp.ts'
import { loadPages } from '#server/platform/pages/load-pages.ts'
import { processCancellation } from '#server/money/cancellations/process-cancellation.ts'
import { attachDocuments } from '#server/money/invoicing/attach-documents.ts'
import { razorpayGateway } from '#server/money/provider/razorpay.ts'
import { refundAccount } from '#server/money/refunds/refund-account.ts'
import { sendRefund } from '#server/money/refunds/send-refund.ts'
import { processWebhooks } from '#server/money/settlement/process-webhooks.ts'
import { reconcileLedger } from '#server/money/settlement/reconcile-ledger.ts'
import { followRestore } from '#server/money/settlement/follow-restore.ts'
import { reconcile } from '#server/money/settlement/reconcile.ts'
import { personalData } from './personal-data.ts'
import { pinTickShape } from '#server/platform/process/pin-tick-shape.ts'
import { prepareDatabase } from '#server/platform/jobs/prepare-database.ts'
import { systemRandom } from '#server/platform/secrets/random.ts'
import { announceRecording } from '#server/classes/recordings/announce-recording.ts'
import { chaseRecordings } from '#server/classes/recordings/chase-recordings.ts'
import { prepareRecording } from '#server/classes/recordings/uploads/prepare-recording.ts'
import { remindOfClasses } from '#server/classes/reminders/remind.ts'
import { provideDemoStaff } from '#server/people/staff/provide-demo-staff.ts'
import { sweep } from './sweep.ts'
import { tellGuests } from '#server/classes/trials/tell-guests.ts'
import { tellWaitingWork } from '#server/learning/work/tell-waiting-work.ts'

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
  pinTickShape()
  const config = readConfig()
  const db = connect(config.databaseUrl, { max: 20, log })
  await db.query('select 1').catch((error: Error) => {
    throw new ConfigError(`DATABASE_URL: the database can not be reached (${error.message}). Start it, or correct the address.`)
  })
  note('database')
  await prepareDatabase(config, db, log)
  note('migrations')
  await refuseDemoInbox(config)
  if (config.environment === 'demo') {
    const { loadDemo } = await import('#server/platform/db/seed/load-demo.ts')
    await loadDemo(db, new Date())
  }
  if (config.demoStaffFile !== undefined) await provideDemoStaff({ db, config }, system, config.demoStaffFile)
  await checkSeals({ config, db, log }, system)
  note('seals')
  const install = config.databaseMigrationUrl === undefined
  // The pages are loaded while the queue waits for the database.
  const [jobs, pages] = await Promise.all([
    startJobs({ connectionString: config.databaseUrl, log, background: true, install }),
    loadPages(config, log),
  ])
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

  const metrics = config.metricsPort === undefined ? undefined : await listenForMetrics(deps, config.metricsPort)

  closeWithGrace({ delay: config.drainMs + longestCall, logger: log, skip: machineFaults }, async ({ err }) => {
    if (err) log.error({ err }, 'stopping because of an error')
    stopping.abort()
    // Load balancers see `/ready` fail and stop sending, while pending requests are still answered.
    if (!err) await wait(config.drainMs)
    await app.close()
    await metrics?.close()
    await changes.stop()
    await jobs.stop()
    deps.mailer.close()
    await db.end()
  })
  // Nobody who waits for an answer waits for these, and a job that was sent before is found by the first poll.
  await startWorkers(deps).catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error
  })
  note('workers')
  log.info({ phases }, 'the server has started; milliseconds since the process began')
}

/** Starts what runs in the background. */
async function startWorkers(deps: Deps): Promise<void> {
  const { jobs } = deps
  await jobs.work('deliver-codes', (job) => deliverMail(deps, system, job))
  await jobs.work('deliver-mail', (job) => deliverMail(deps, system, job))
  await jobs.work('deliver-class-mails', (job) => deliverMail(deps, system, job))
  await jobs.work('deliver-batch-mails', (job) => deliverMail(deps, system, job))
  await jobs.work('sweep', () => sweep(deps, system))
  await jobs.schedule('sweep', '17 * * * *')
  await jobs.work('send-refund', (job) => sendRefund(deps, system, job))
  await jobs.work('cancel-batch', (job) => processCancellation(deps, system, job))
  await jobs.work('process-webhooks', () => processWebhooks(deps, system))
  await jobs.schedule('process-webhooks', '* * * * *')
  await jobs.work('remind-of-classes', () => remindOfClasses(deps, system))
  await jobs.schedule('remind-of-classes', '* * * * *')
  await jobs.work('tell-guests', () => tellGuests(deps, system))
  await jobs.schedule('tell-guests', '* * * * *')
  await jobs.work('notify-absent', () => notifyAbsent(deps, system))
  // 09:00 in India.
  await jobs.schedule('notify-absent', '30 3 * * *')
  await jobs.work('issue-certificates', () => issueDueCertificates(deps, system))
  await jobs.schedule('issue-certificates', '50 * * * *')
  await jobs.work('tell-waiting-work', () => tellWaitingWork(deps, system))
  await jobs.schedule('tell-waiting-work', '30 3 * * *')
  await jobs.work('announce-recording', (job) => announceRecording(deps, system, job))
  await jobs.work('prepare-recording', (job) => prepareRecording(deps, system, job))
  await jobs.work('chase-recordings', () => chaseRecordings(deps, system))
  // Five minutes past each hour in India.
  await jobs.schedule('chase-recordings', '35 * * * *')
  await jobs.work('update-classrooms', () => updateClassrooms(deps, system))
  await jobs.schedule('update-classrooms', '* * * * *')
  await jobs.work('check-patterns', () => checkPatterns(deps, system))
  await jobs.schedule('check-patterns', '* * * * *')
  await jobs.work('reconcile', () => reconcile(deps, system))
  await jobs.schedule('reconcile', '* * * * *')
  await jobs.work('reconcile-ledger', async () => void (await reconcileLedger(deps, system)))
  // 02:00 in India.
  await jobs.schedule('reconcile-ledger', '30 20 * * *')
  await jobs.work('check-figures', async () => void (await checkFigures(deps, system)))
  // 02:30 in India.
  await jobs.schedule('check-figures', '0 21 * * *')
  await jobs.work('follow-restore', () => followRestore(deps, system))
  await jobs.schedule('follow-restore', '* * * * *')
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
