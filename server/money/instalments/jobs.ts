import { defineJob, nextRun } from '#server/platform/jobs/define-job.ts'

export const remindOfInstalmentsJob = defineJob('remind-of-instalments', nextRun)
