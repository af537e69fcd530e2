import { hash } from 'node:crypto'
import { type JobResult, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { connectionSettings } from '../db/connect.ts'
import type { Queryable } from '../db/query.ts'

/** The work that goes on behind answers. Payloads carry ids, never a secret or personal data. */
export interface JobData {
  'deliver-mail': { id: number }
  sweep: Record<string, never>
  'send-refund': { id: number }
  'process-webhooks': Record<string, never>
  reconcile: Record<string, never>
  'reconcile-ledger': Record<string, never>
}
export type JobName = keyof JobData

const queues: Record<JobName, { retryLimit: number; retryDelay: number; retryDelayMax: number }> = {
  // Two seconds doubling to five minutes: about a day and a half of tries.
  'deliver-mail': { retryLimit: 400, retryDelay: 2, retryDelayMax: 300 },
  sweep: { retryLimit: 3, retryDelay: 60, retryDelayMax: 600 },
  // Five seconds doubling to an hour: more than two weeks of tries.
  'send-refund': { retryLimit: 400, retryDelay: 5, retryDelayMax: 3600 },
  // Each minute brings the next run, which takes up what this one left.
  'process-webhooks': { retryLimit: 0, retryDelay: 1, retryDelayMax: 1 },
  reconcile: { retryLimit: 0, retryDelay: 1, retryDelayMax: 1 },
  'reconcile-ledger': { retryLimit: 10, retryDelay: 60, retryDelayMax: 3600 },
}

/** Schedules of the version before, which would go on filling queues that nobody works on. */
const formerSchedules = ['sweep-books']

/**
 * Seconds. A process says every four that it is still at its jobs; those of one that died are taken up by another, or by
 * the same when it is back, at most twenty-five after it fell silent.
 */
const silence = { heartbeatSeconds: 15, heartbeatRefreshSeconds: 4, lookEvery: 10 }

/**
 * Only full batches make a worker look again at once: with single jobs, what piled up while no process ran would leave
 * at the pace of polling.
 */
const inBatches = {
  pollingIntervalSeconds: 1,
  // Whatever waits is told at once; this is for what was told while the database was away, and for what is tried again.
  notifyPollingIntervalSeconds: 2,
  batchSize: 4,
  localConcurrency: 2,
  burstWhenBatchFull: true,
  perJobResults: true,
  heartbeatRefreshSeconds: silence.heartbeatRefreshSeconds,
} as const

export interface Jobs {
  /** Part of the caller's transaction: the job exists exactly when that commits. */
  send<Name extends JobName>(tx: Queryable, name: Name, data: JobData[Name]): Promise<void>
  work<Name extends JobName>(name: Name, handler: (data: JobData[Name]) => Promise<void>): Promise<void>
  /** Runs what waits in the queue now, in this call; for tests and for draining before a stop. */
  drain<Name extends JobName>(name: Name, handler: (data: JobData[Name]) => Promise<void>): Promise<number>
  /** @param cron five fields, UTC; each run happens in one process only */
  schedule(name: Exclude<JobName, 'deliver-mail' | 'send-refund'>, cron: string): Promise<void>
  /** Seconds since the worker that has waited longest last asked for jobs; they ask every two. 0 without workers. */
  silentSeconds(): number
  stop(): Promise<void>
}

export interface JobsOptions {
  connectionString: string
  log: Logger
  /** False leaves out all timers, as tests want it. */
  background: boolean
  /** False when another role has made the queue's tables and this one may not. */
  install?: boolean
}

export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss({
    ...connectionSettings,
    connectionString: options.connectionString,
    application_name: 'karyashala-jobs',
    max: options.background ? 4 : 1,
    useListenNotify: options.background,
    migrate: options.install ?? true,
    supervise: options.background,
    schedule: options.background,
    superviseIntervalSeconds: silence.lookEvery,
    monitorIntervalSeconds: silence.lookEvery,
  })
  boss.on('error', (error) => options.log.error({ err: error }, 'jobs'))
  await boss.start()
  for (const [name, retry] of Object.entries(queues)) {
    const { heartbeatSeconds } = silence
    const settings = { ...retry, retryBackoff: true, notify: true, expireInSeconds: 60, heartbeatSeconds }
    await boss.createQueue(name, settings)
    // One that an earlier version made keeps what it was made with.
    await boss.updateQueue(name, settings)
  }

  if (options.background) for (const name of formerSchedules) await boss.unschedule(name)

  let started = 0
  return {
    async send(tx, name, data) {
      const db = {
        // Named by what it says, so that it is planned once per connection however many kinds there are.
        executeSql: async (text: string, values?: unknown[]) =>
          tx.query<Record<string, unknown>>({ name: `job_${hash('sha1', text)}`, text, values }),
      }
      await boss.send(name, data, { db })
    },
    async work<Name extends JobName>(name: Name, handler: (data: JobData[Name]) => Promise<void>) {
      started += inBatches.localConcurrency
      await boss.work<JobData[Name], void, typeof inBatches>(name, inBatches, (jobs) =>
        Promise.all(
          jobs.map(async ({ id, data }): Promise<JobResult> => {
            try {
              await handler(data)
              return { id, status: 'completed' }
            } catch (error) {
              options.log.warn({ err: error, job: name, id }, 'a job failed and is tried again')
              return { id, status: 'failed', output: { message: error instanceof Error ? error.message : String(error) } }
            }
          }),
        ),
      )
    },
    async drain<Name extends JobName>(name: Name, handler: (data: JobData[Name]) => Promise<void>) {
      let ran = 0
      for (;;) {
        const jobs = await boss.fetch<JobData[Name]>(name, { batchSize: 20 })
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
      // A worker that is busy asks again only when it has finished; its jobs have their own time limit.
      const workers = boss.getWipData()
      if (workers.length < started) return Number.POSITIVE_INFINITY
      const waits = workers.map(({ count, createdOn, lastFetchedOn }) => (count > 0 ? 0 : now - (lastFetchedOn ?? createdOn)))
      return Math.max(0, ...waits) / 1000
    },
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  }
}
