import { system } from '#server/platform/auth/principal.ts'
import { everyMinute, type Feature, workOnSchedule } from '#server/platform/features/define-feature.ts'
import { defineJob, nextRun } from '#server/platform/jobs/define-job.ts'
import { waitlistPersonalData } from './personal-data.ts'
import { waitlistRoutes } from './routes.ts'
import { tendWaitlists } from './tend-waitlist.ts'

const tendWaitlistsJob = defineJob('tend-waitlists', nextRun)

export const waitlistFeature: Feature = {
  routes: waitlistRoutes,
  jobs: [workOnSchedule(everyMinute, tendWaitlistsJob, (deps) => tendWaitlists(deps, system))],
  personalData: waitlistPersonalData,
}
