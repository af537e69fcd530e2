import { defineJob } from '#server/platform/jobs/define-job.ts'

/** Reads the settlements of the provider. The first run of a school with a past takes minutes. */
export const readSettlementsJob = defineJob('read-settlements', {
  retryLimit: 10,
  retryDelay: 60,
  retryDelayMax: 3600,
  expireInSeconds: 3600,
})
