import { defineJob, weeksOfRetries } from '#server/platform/jobs/define-job.ts'

/** Data: the id of the arrival that is run or undone. */
export const arrivalJob = defineJob<{ id: number }>('arrival', { ...weeksOfRetries, polling: { workers: 1, every: 30 } })
