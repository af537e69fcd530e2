import { defineJob, nextRun } from '#server/platform/jobs/define-job.ts'

export const remindOfClassesJob = defineJob('remind-of-classes', nextRun)
