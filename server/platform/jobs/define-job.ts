interface Retry {
  retryLimit: number
  /** Seconds, doubling with each retry up to `retryDelayMax`. */
  retryDelay: number
  retryDelayMax: number
  /** Seconds after which a run counts as failed. Default: 60. */
  expireInSeconds?: number
}

/**
 * New jobs are notified at once. Polls find retries, the jobs of a dead process and missed notifications. They are most of the
 * queries of an idle process, so they are frequent only where somebody waits.
 */
interface Polling {
  workers: number
  /** Jobs that a worker takes at once. It takes the next ones when all of them are done. */
  batch?: number
  /** Seconds between two polls of a worker. */
  every: number
}

/** A background job with its queue. Its data holds ids, never a secret or personal data. */
export interface Job<Data extends object = NoData> {
  readonly name: string
  readonly retry: Retry
  readonly polling: Polling
  /** Never set: the type of the data. */
  readonly data?: Data
}
/** Of jobs that do whatever is due. */
export type NoData = Record<string, never>
export type AnyJob = Pick<Job, 'name' | 'retry' | 'polling'>

/** Two seconds doubling to five minutes: about a day and a half of retries. */
export const dayOfRetries = { retryLimit: 400, retryDelay: 2, retryDelayMax: 300 } as const
/** Five seconds doubling to an hour: more than two weeks of retries. */
export const weeksOfRetries = { retryLimit: 400, retryDelay: 5, retryDelayMax: 3600 } as const
/** No retries: the next run, a minute later, continues the work. */
export const nextRun = { retryLimit: 0, retryDelay: 1, retryDelayMax: 1 } as const
/** Of jobs that run hourly or daily. */
export const fewRetries = { retryLimit: 3, retryDelay: 60, retryDelayMax: 600 } as const

/** Declares a job. The name is stored with each job that waits. Without `polling` it is one that runs by the clock. */
export function defineJob<Data extends object = NoData>(
  name: string,
  { polling = { workers: 1, every: 60 }, ...retry }: Retry & { polling?: Polling },
): Job<Data> {
  return { name, retry, polling }
}
