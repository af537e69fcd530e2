import { system } from '#server/platform/auth/principal.ts'
import { everyMinute, type Feature, workOnSchedule } from '#server/platform/features/define-feature.ts'
import { defineJob, nextRun } from '#server/platform/jobs/define-job.ts'
import { trialsPersonalData } from './personal-data.ts'
import { trialRoutes } from './routes.ts'
import { tellGuests } from './tell-guests.ts'

const tellGuestsJob = defineJob('tell-guests', nextRun)

export const trialsFeature: Feature = {
  routes: trialRoutes,
  jobs: [workOnSchedule(everyMinute, tellGuestsJob, (deps) => tellGuests(deps, system))],
  personalData: trialsPersonalData,
}
