import { system } from '#server/platform/auth/principal.ts'
import { everyMinute, type Feature, workOnSchedule } from '#server/platform/features/define-feature.ts'
import { defineJob, nextRun } from '#server/platform/jobs/define-job.ts'
import { checkPatterns } from './check-patterns.ts'
import { batchRoutes } from './routes.ts'

// At most two minutes for 30,000 batches.
const checkPatternsJob = defineJob('check-patterns', { ...nextRun, expireInSeconds: 300 })

export const batchesFeature: Feature = {
  routes: batchRoutes,
  jobs: [workOnSchedule(everyMinute, checkPatternsJob, (deps) => checkPatterns(deps, system))],
}
