import { system } from '#server/platform/auth/principal.ts'
import { type Feature, workOnSchedule } from '#server/platform/features/define-feature.ts'
import { remindOfInstalmentsJob } from './jobs.ts'
import { instalmentPersonalData } from './personal-data.ts'
import { remindOfInstalments } from './remind.ts'
import { instalmentRoutes } from './routes.ts'

export const instalmentsFeature: Feature = {
  routes: instalmentRoutes,
  // In the hours in which people read mail. A reminder is mailed once, however often this runs.
  jobs: [workOnSchedule('20 9-19 * * *', remindOfInstalmentsJob, (deps) => remindOfInstalments(deps, system))],
  personalData: instalmentPersonalData,
}
