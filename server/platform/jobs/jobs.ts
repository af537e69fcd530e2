import { hash } from 'node:crypto'
import { type JobResult, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { connectionSettings } from '#server/platform/db/connect.ts'
import { isTransaction, sendLater, type Queryable } from '#server/platform/db/query.ts'

/** Background jobs and their payloads, which hold ids, never a secret or personal data. */
export interface JobData {
  /** Id of the mail. Each lane of mails has its queue. */
  'deliver-codes': { id: number }
  'deliver-mail': { id: number }
  'deliver-class-mails': { id: number }
  'deliver-batch-mails': { id: number }
  sweep: Record<string, never>
  'send-refund': { id: number }
  /** Id of the batch. */
  'cancel-batch': { id: number }
  'process-webhooks': Record<string, never>
  'update-classrooms': Record<string, never>
  'check-patterns': Record<string, never>
  'remind-of-classes': Record<string, never>
  'tell-guests': Record<string, never>
  'notify-absent': Record<string, never>
  'tell-waiting-work': Record<string, never>
  'announce-recording': { sessionId: number }
  'chase-recordings': Record<string, never>
  /** Id of the upload. */
  'prepare-recording': { id: number }
  'issue-certificates': Record<string, never>
  reconcile: Record<string, never>
  'reconcile-ledger': Record<string, never>
  'follow-restore': Record<string, never>
  'check-figures': Record<string, never>
}
export type JobName = keyof JobData

const queues: Record<JobName, { retryLimit: number; retryDelay: number; retryDelayMax: number; expireInSeconds?: number }> = {
  // Two seconds doubling to fifteen, until the code has expired.
  'deliver-codes': { retryLimit: 400, retryDelay: 2, retryDelayMax: 15 },
  // Two seconds doubling to five minutes: about a day and a half of retries.
  'deliver-mail': { retryLimit: 400, retryDelay: 2, retryDelayMax: 300 },
  'deliver-class-mails': { retryLimit: 400, retryDelay: 2, retryDelayMax: 300 },
  'deliver-batch-mails': { retryLimit: 400, retryDelay: 2, retryDelayMax: 300 },
  sweep: { retryLimit: 3, retryDelay: 60, retryDelayMax: 600 },
  // Five seconds doubling to an hour: more than two weeks of retries.
  'send-refund': { retryLimit: 400, retryDelay: 5, retryDelayMax: 3600 },
  // Five seconds doubling to an hour, like refunds.
  'cancel-batch': { retryLimit: 400, retryDelay: 5, retryDelayMax: 3600 },
  // No retries: the next run, a minute later, continues the work.
  'process-webhooks': { retryLimit: 0, retryDelay: 1, retryDelayMax: 1 },
  'remind-of-classes': { retryLimit: 0, retryDelay: 1, retryDelayMax: 1 },
  'tell-guests': { retryLimit: 0, retryDelay: 1, retryDelayMax: 1 },
  'announce-recording': { retryLimit: 400, retryDelay: 2, retryDelayMax: 300 },
  // An hour of video takes minutes. A dead process is found by its heartbeat.
  'prepare-recording': { retryLimit: 20, retryDelay: 30, retryDelayMax: 3600, expireInSeconds: 13 * 3600 },
  'chase-recordings': { retryLimit: 3, retryDelay: 60, retryDelayMax: 600 },
  'issue-certificates': { retryLimit: 3, retryDelay: 60, retryDelayMax: 600 },
  'tell-waiting-work': { retryLimit: 3, retryDelay: 60, retryDelayMax: 600 },
  'notify-absent': { retryLimit: 3, retryDelay: 60, retryDelayMax: 600 },
  'update-classrooms': { retryLimit: 0, retryDelay: 1, retryDelayMax: 1 },
  // At most two minutes for 30,000 batches.
  'check-patterns': { retryLimit: 0, retryDelay: 1, retryDelayMax: 1, expireInSeconds: 300 },
  reconcile: { retryLimit: 0, retryDelay: 1, retryDelayMax: 1 },
  'reconcile-ledger': { retryLimit: 10, retryDelay: 60, retryDelayMax: 3600 },
  // A comparison of weeks with the provider takes minutes.
  'follow-restore': { retryLimit: 0, retryDelay: 1, retryDelayMax: 1, expireInSeconds: 3600 },
  // Half a minute for 3,000,000 orders.
  'check-figures': { retryLimit: 3, retryDelay: 60, retryDelayMax: 600, expireInSeconds: 600 },
}

/**
 * Seconds. A process sends a heartbeat for its jobs every four. The jobs of a dead process are restarted at most
 * thirty seconds after its last heartbeat.
 */
const heartbeat = { heartbeatSeconds: 15, heartbeatRefreshSeconds: 4, checkEvery: 15 }

interface Polling {
  workers: number
  /** Jobs that a worker takes at once. It takes the next ones when all of them are done. */
  batch?: number
  /** Seconds between two polls of a worker. */
  every: number
}
/**
 * New jobs are notified at once. Polls find retries, the jobs of a dead process and missed notifications. They are most of the
 * queries of an idle process, so they are frequent only where somebody waits.
 */
const pollings: Partial<Record<JobName, Polling>> = {
  // Each notification wakes every worker, so many jobs at once cost less than many workers.
  'deliver-codes': { workers: 2, batch: 8, every: 10 },
  'deliver-mail': { workers: 2, every: 10 },
  'deliver-class-mails': { workers: 1, every: 10 },
  'deliver-batch-mails': { workers: 1, every: 30 },
  'send-refund': { workers: 2, every: 30 },
  'cancel-batch': { workers: 1, every: 30 },
  'announce-recording': { workers: 1, every: 30 },
  'prepare-recording': { workers: 2, every: 30 },
}
/** Of jobs that run by the clock. */
const scheduled: Polling = { workers: 1, every: 60 }
const pollingOf = (name: string): Polling => pollings[name as JobName] ?? scheduled

/**
 * A worker polls again at once only after a full batch. With single jobs, a backlog would be processed at the polling
 * rate.
 */
const inBatches = {
  // While new jobs are not notified.
  pollingIntervalSeconds: 1,
  batchSize: 4,
  burstWhenBatchFull: true,
  perJobResults: true,
  heartbeatRefreshSeconds: heartbeat.heartbeatRefreshSeconds,
} as const

/** After a poll that failed. The next regular poll may be a minute away, and until then `/ready` would not agree. */
const retryPollMs = 2000

/** The priority of jobs that were queued together. That of a single job is 0. */
const afterSingle = -1

export interface Jobs {
  /** Queues a job in the caller's transaction: it exists only when that commits. */
  send<Name extends JobName>(tx: Queryable, name: Name, data: JobData[Name], options?: { afterSeconds?: number }): Promise<void>
  /** Queues many jobs at once, in the caller's transaction. Jobs of `send` go before them. */
  sendAll<Name extends JobName>(
    tx: Queryable,
    name: Name,
    data: readonly JobData[Name][],
    options?: { afterSeconds?: number },
  ): Promise<void>
  work<Name extends JobName>(name: Name, handler: (data: JobData[Name]) => Promise<void>): Promise<void>
  /** Runs all queued jobs in this call, also those that start later; for tests and for draining before a stop. */
  drain<Name extends JobName>(name: Name, handler: (data: JobData[Name]) => Promise<void>): Promise<number>
  /** @param cron five fields, UTC; each run happens in one process only */
  schedule(
    name: Exclude<JobName, `deliver-${string}` | 'send-refund' | 'cancel-batch' | 'announce-recording' | 'prepare-recording'>,
    cron: string,
  ): Promise<void>
  /** Seconds by which the latest worker is behind with its poll for jobs. 0 without workers. */
  silentSeconds(): number
  stop(): Promise<void>
}

export interface JobsOptions {
  connectionString: string
  log: Logger
  /** False starts no timers, for tests. */
  background: boolean
  /** False when the tables and queues of this version are there: another role has made them, or the database is a copy. */
  install?: boolean
}

/** Creates the queues and gives them the settings of this version. A restart finds them so, and nobody is answered meanwhile. */
async function installQueues(boss: PgBoss): Promise<void> {
  const stored = new Map((await boss.getQueues()).map((queue) => [queue.name, Object.entries(queue)]))
  for (const [name, retry] of Object.entries(queues)) {
    const { heartbeatSeconds } = heartbeat
    const settings = { expireInSeconds: 60, ...retry, retryBackoff: true, notify: true, heartbeatSeconds }
    const known = new Map<string, unknown>(stored.get(name))
    if (Object.entries(settings).every(([key, value]) => known.get(key) === value)) continue
    await boss.createQueue(name, settings)
    // `createQueue` does not change the settings of an existing queue.
    await boss.updateQueue(name, settings)
  }
}

export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const { install = true, log } = options
  const boss = new PgBoss({
    ...connectionSettings,
    connectionString: options.connectionString,
    application_name: 'karyashala-jobs',
    max: options.background ? 4 : 1,
    useListenNotify: options.background,
    migrate: install,
    supervise: options.background,
    schedule: options.background,
    superviseIntervalSeconds: heartbeat.checkEvery,
    monitorIntervalSeconds: heartbeat.checkEvery,
    // No job waits for another one.
    flowIntervalSeconds: 3600,
    cronWorkerIntervalSeconds: 15,
  })
  boss.on('error', (error) => {
    log.error({ err: error }, 'the job queue reported an error')
    const worker = (error as Error & { worker?: string }).worker
    if (worker !== undefined) setTimeout(() => boss.notifyWorker(worker), retryPollMs).unref()
  })
  await boss.start()
  if (install) await installQueues(boss)

  let started = 0
  const names = new Map<string, string>()
  const within = (tx: Queryable) => ({
    async executeSql(text: string, values: unknown[] = []) {
      // Named by its hash, so that each text is planned once per connection.
      const name = names.get(text) ?? `job_${hash('sha1', text)}`
      names.set(text, name)
      // Nobody here needs the ids, so a job costs no round trip.
      if (isTransaction(tx)) sendLater(tx, { name, text }, values)
      else return tx.query({ name, text, values })
      return { rows: [] }
    },
  })
  return {
    async send(tx, name, data, { afterSeconds = 0 } = {}) {
      await boss.send(name, data, { db: within(tx), ...(afterSeconds > 0 ? { startAfter: afterSeconds } : {}) })
    },
    async sendAll(tx, name, data, { afterSeconds = 0 } = {}) {
      if (data.length === 0) return
      const jobs = data.map((one) => ({
        data: one,
        priority: afterSingle,
        ...(afterSeconds > 0 ? { startAfter: afterSeconds } : {}),
      }))
      await boss.insert(name, jobs, { db: within(tx) })
    },
    async work<Name extends JobName>(name: Name, handler: (data: JobData[Name]) => Promise<void>) {
      const { workers, batch = inBatches.batchSize, every } = pollingOf(name)
      started += workers
      const options = { ...inBatches, batchSize: batch, localConcurrency: workers, notifyPollingIntervalSeconds: every }
      await boss.work<JobData[Name], void, typeof options>(name, options, (jobs) =>
        Promise.all(
          jobs.map(async ({ id, data }): Promise<JobResult> => {
            try {
              await handler(data)
              return { id, status: 'completed' }
            } catch (error) {
              log.warn({ err: error, job: name, id }, 'a job failed and is retried')
              return { id, status: 'failed', output: { message: error instanceof Error ? error.message : String(error) } }
            }
          }),
        ),
      )
    },
    async drain<Name extends JobName>(name: Name, handler: (data: JobData[Name]) => Promise<void>) {
      let ran = 0
      for (;;) {
        const jobs = await boss.fetch<JobData[Name]>(name, { batchSize: 20, ignoreStartAfter: true })
        if (jobs.length === 0) return ran
        for (const job of jobs) {
          await handler(job.data)
          await boss.complete(name, job.id)
          ran += 1
        }
      }
    },
    schedule: (name, cron) => boss.schedule(name, cron),
    silentSeconds() {
      const now = Date.now()
      // A busy worker polls again only when it has finished; its jobs have their own timeout.
      const workers = boss.getWipData()
      if (workers.length < started) return Number.POSITIVE_INFINITY
      const waits = workers.map(({ name, count, createdOn, lastFetchedOn }) =>
        count > 0 ? 0 : now - (lastFetchedOn ?? createdOn) - pollingOf(name).every * 1000,
      )
      return Math.max(0, ...waits) / 1000
    },
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  }
}
