import { defineJob, weeksOfRetries } from '#server/platform/jobs/define-job.ts'

/** Data: the id of the batch. */
export const cancelBatchJob = defineJob<{ id: number }>('cancel-batch', { ...weeksOfRetries, polling: { workers: 1, every: 30 } })
