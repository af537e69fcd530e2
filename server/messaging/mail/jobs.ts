import { dayOfRetries, defineJob } from '#server/platform/jobs/define-job.ts'

/**
 * A worker waits for all mails that it took, so one mail that the mail server takes slowly stops one worker. The others go on. Each
 * notification wakes all of them, which is why they are not more.
 */
const mailPolling = (workers: number) => ({ workers, batch: 4, every: 10 })

/** Data: the id of the mail. Each lane of mails has its queue. */
export const deliverCodesJob = defineJob<{ id: number }>('deliver-codes', {
  // Two seconds doubling to fifteen, until the code has expired.
  retryLimit: 400,
  retryDelay: 2,
  retryDelayMax: 15,
  polling: mailPolling(8),
})
export const deliverMailJob = defineJob<{ id: number }>('deliver-mail', { ...dayOfRetries, polling: mailPolling(4) })
export const deliverClassMailsJob = defineJob<{ id: number }>('deliver-class-mails', {
  ...dayOfRetries,
  polling: mailPolling(2),
})
export const deliverBatchMailsJob = defineJob<{ id: number }>('deliver-batch-mails', {
  ...dayOfRetries,
  polling: { ...mailPolling(2), every: 30 },
})
