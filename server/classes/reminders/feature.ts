import { system } from '#server/platform/auth/principal.ts'
import { everyMinute, type Feature, workOnSchedule } from '#server/platform/features/define-feature.ts'
import { remindOfClassesJob } from './jobs.ts'
import { remindersPersonalData } from './personal-data.ts'
import { remindOfClasses, sweepReminders } from './remind.ts'
import { reminderRoutes } from './routes.ts'

export const remindersFeature: Feature = {
  routes: reminderRoutes,
  jobs: [workOnSchedule(everyMinute, remindOfClassesJob, (deps) => remindOfClasses(deps, system))],
  sweep: sweepReminders,
  personalData: remindersPersonalData,
}
