import { system } from '#server/platform/auth/principal.ts'
import { type Feature, workOnSchedule } from '#server/platform/features/define-feature.ts'
import { defineJob, fewRetries } from '#server/platform/jobs/define-job.ts'
import { unfinishedPersonalData } from './personal-data.ts'
import { remindOfCheckouts } from './remind-of-checkouts.ts'

const remindOfCheckoutsJob = defineJob('remind-of-checkouts', fewRetries)

export const unfinishedFeature: Feature = {
  jobs: [workOnSchedule('*/5 * * * *', remindOfCheckoutsJob, (deps) => remindOfCheckouts(deps, system))],
  personalData: unfinishedPersonalData,
}
