import { system } from '#server/platform/auth/principal.ts'
import { type Feature, workOnSchedule } from '#server/platform/features/define-feature.ts'
import { defineJob, fewRetries } from '#server/platform/jobs/define-job.ts'
import { workPersonalData } from './personal-data.ts'
import { workRoutes } from './routes.ts'
import { sweepSubmissionFiles } from './submission-files.ts'
import { tellWaitingWork } from './tell-waiting-work.ts'

const tellWaitingWorkJob = defineJob('tell-waiting-work', fewRetries)

export const workFeature: Feature = {
  routes: workRoutes,
  jobs: [workOnSchedule('0 9 * * *', tellWaitingWorkJob, (deps) => tellWaitingWork(deps, system))],
  sweep: sweepSubmissionFiles,
  personalData: workPersonalData,
}
