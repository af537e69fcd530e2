import { hash } from 'node:crypto'
import { type JobResult, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { connectionSettings } from '#server/platform/db/connect.ts'
import { isTransaction, sendLater, type Queryable } from '#server/platform/db/query.ts'
import type { AnyJob, Job } from './define-job.ts'

/**
 * Seconds. A process sends a heartbeat for its jobs every four. The jobs of a dead process are restarted at most
 * thirty seconds after its last heartbeat.
 */
const heartbeat = { heartbeatSeconds: 15, heartbeatRefreshSeconds: 4, checkEvery: 15 }

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
  send<Data extends object>(tx: Queryable, job: Job<Data>, data: Data, options?: { afterSeconds?: number }): Promise<void>
  /** Queues many jobs at once, in the caller's transaction. Jobs of `send` go before them. */
  sendAll<Data extends object>(
    tx: Queryable,
    job: Job<Data>,
    data: readonly Data[],
    options?: { afterSeconds?: number },
  ): Promise<void>
  work<Data extends object>(job: Job<Data>, handler: (data: Data) => Promise<void>): Promise<void>
  /** Runs all queued jobs in this call, also those that start later; for tests and for draining before a stop. */
  drain<Data extends object>(job: Job<Data>, handler: (data: Data) => Promise<void>): Promise<number>
  /** @param cron five fields, in India's time zone; each run happens in one process only */
  schedule(job: Job, cron: string): Promise<void>
  /** Stops all workers of this process, and resolves when their jobs are done. Workers that are added meanwhile wait for `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
  isPaused(): boolean
  /** Seconds by which the latest worker is behind with its poll for jobs. 0 without workers. */
  silentSeconds(): number
  stop(): Promise<void>
}

export interface JobsOptions {
  connectionString: string
  log: Logger
  /** False starts no timers, for tests. */
  background: boolean
  /** Makes the tables of the queue and these queues. Left out when they are there: another role has made them, or the database is a copy. */
  install?: readonly AnyJob[]
}

/** Creates the queues and gives them the settings of this version. A restart finds them so, and nobody is answered meanwhile. */
async function installQueues(boss: PgBoss, jobs: readonly AnyJob[]): Promise<void> {
  const stored = new Map((await boss.getQueues()).map((queue) => [queue.name, Object.entries(queue)]))
  for (const { name, retry } of jobs) {
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
  const { install, log } = options
  const boss = new PgBoss({
    ...connectionSettings,
    connectionString: options.connectionString,
    application_name: 'karyashala-jobs',
    max: options.background ? 4 : 1,
    useListenNotify: options.background,
    migrate: install !== undefined,
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
  if (install) await installQueues(boss, install)

  /** Seconds between two polls, by queue. */
  const intervals = new Map<string, number>()
  let started = 0
  /** Starts the workers of each queue. */
  const works = new Map<string, () => Promise<unknown>>()
  let pausing: Promise<unknown> | undefined
  let isPaused = false
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
    async send(tx, job, data, { afterSeconds = 0 } = {}) {
      await boss.send(job.name, data, { db: within(tx), ...(afterSeconds > 0 ? { startAfter: afterSeconds } : {}) })
    },
    async sendAll(tx, { name }, data, { afterSeconds = 0 } = {}) {
      if (data.length === 0) return
      const jobs = data.map((one) => ({
        data: one,
        priority: afterSingle,
        ...(afterSeconds > 0 ? { startAfter: afterSeconds } : {}),
      }))
      await boss.insert(name, jobs, { db: within(tx) })
    },
    async work<Data extends object>({ name, polling }: Job<Data>, handler: (data: Data) => Promise<void>) {
      const { workers, batch = inBatches.batchSize, every } = polling
      started += workers
      intervals.set(name, every)
      const options = { ...inBatches, batchSize: batch, localConcurrency: workers, notifyPollingIntervalSeconds: every }
      const start = () =>
        boss.work<Data, void, typeof options>(name, options, (jobs) =>
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
      works.set(name, start)
      if (!pausing) await start()
    },
    async drain<Data extends object>({ name }: Job<Data>, handler: (data: Data) => Promise<void>) {
      let ran = 0
      for (;;) {
        const jobs = await boss.fetch<Data>(name, { batchSize: 20, ignoreStartAfter: true })
        if (jobs.length === 0) return ran
        for (const job of jobs) {
          await handler(job.data)
          await boss.complete(name, job.id)
          ran += 1
        }
      }
    },
    schedule: ({ name }, cron) => boss.schedule(name, cron, null, { tz: 'Asia/Kolkata' }),
    async pause() {
      pausing ??= Promise.all([...works.keys()].map((name) => boss.offWork(name)))
      await pausing
      isPaused = true
    },
    async resume() {
      if (!pausing) return
      await pausing
      isPaused = false
      pausing = undefined
      for (const start of works.values()) await start()
    },
    isPaused: () => isPaused,
    silentSeconds() {
      if (pausing) return 0
      const now = Date.now()
      // A busy worker polls again only when it has finished; its jobs have their own timeout.
      const workers = boss.getWipData()
      if (workers.length < started) return Number.POSITIVE_INFINITY
      const waits = workers.map(({ name, count, createdOn, lastFetchedOn }) =>
        count > 0 ? 0 : now - (lastFetchedOn ?? createdOn) - (intervals.get(name) ?? 0) * 1000,
      )
      return Math.max(0, ...waits) / 1000
    },
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  }
}
