import { dayOfRetries, defineJob } from '#server/platform/jobs/define-job.ts'

/** Data: the id of the mail. Each lane of mails has its queue. */
export const deliverCodesJob = defineJob<{ id: number }>('deliver-codes', {
  // Two seconds doubling to fifteen, until the code has expired.
  retryLimit: 400,
  retryDelay: 2,
  retryDelayMax: 15,
  // Each notification wakes every worker, so many jobs at once cost less than many workers.
  polling: { workers: 2, batch: 8, every: 10 },
})
export const deliverMailJob = defineJob<{ id: number }>('deliver-mail', { ...dayOfRetries, polling: { workers: 2, every: 10 } })
export const deliverClassMailsJob = defineJob<{ id: number }>('deliver-class-mails', {
  ...dayOfRetries,
  polling: { workers: 1, every: 10 },
})
export const deliverBatchMailsJob = defineJob<{ id: number }>('deliver-batch-mails', {
  ...dayOfRetries,
  polling: { workers: 1, every: 30 },
})
