import { dayOfRetries, defineJob, fewRetries } from '#server/platform/jobs/define-job.ts'

export const announceRecordingJob = defineJob<{ sessionId: number }>('announce-recording', {
  ...dayOfRetries,
  polling: { workers: 1, every: 30 },
})
/** Data: the id of the upload. */
export const prepareRecordingJob = defineJob<{ id: number }>('prepare-recording', {
  // An hour of video takes minutes. A dead process is found by its heartbeat.
  retryLimit: 20,
  retryDelay: 30,
  retryDelayMax: 3600,
  expireInSeconds: 13 * 3600,
  polling: { workers: 2, every: 30 },
})
/** Its queue keeps the name of earlier versions, because their schedule is stored under it. */
export const remindOfMissingRecordingsJob = defineJob('chase-recordings', fewRetries)
