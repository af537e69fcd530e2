import { system } from '#server/platform/auth/principal.ts'
import { type Feature, work, workOnSchedule } from '#server/platform/features/define-feature.ts'
import { announceRecording } from './announce-recording.ts'
import { remindOfMissingRecordings } from './remind-of-missing-recordings.ts'
import { announceRecordingJob, remindOfMissingRecordingsJob, prepareRecordingJob } from './jobs.ts'
import { recordingsPersonalData } from './personal-data.ts'
import { recordingRoutes } from './routes.ts'
import { prepareRecording } from '#server/classes/recordings/uploads/prepare-recording.ts'
import { sweepUploads } from '#server/classes/recordings/uploads/sweep-uploads.ts'

export const recordingsFeature: Feature = {
  routes: recordingRoutes,
  jobs: [
    work(announceRecordingJob, (deps, data) => announceRecording(deps, system, data)),
    work(prepareRecordingJob, (deps, data) => prepareRecording(deps, system, data)),
    workOnSchedule('5 * * * *', remindOfMissingRecordingsJob, (deps) => remindOfMissingRecordings(deps, system)),
  ],
  sweep: sweepUploads,
  personalData: recordingsPersonalData,
}
