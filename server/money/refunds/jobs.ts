import { defineJob, weeksOfRetries } from '#server/platform/jobs/define-job.ts'

/** Data: the id of the refund. */
export const sendRefundJob = defineJob<{ id: number }>('send-refund', { ...weeksOfRetries, polling: { workers: 2, every: 30 } })
