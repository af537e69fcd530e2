import { system } from '#server/platform/auth/principal.ts'
import { type Feature, workOnSchedule } from '#server/platform/features/define-feature.ts'
import { defineJob, fewRetries } from '#server/platform/jobs/define-job.ts'
import { checkFigures } from './check-figures.ts'
import { foldChanges } from './fold-changes.ts'
import { figureRoutes } from './routes.ts'

// Half a minute for 3,000,000 orders.
const checkFiguresJob = defineJob('check-figures', { ...fewRetries, expireInSeconds: 600 })

export const figuresFeature: Feature = {
  routes: figureRoutes,
  jobs: [workOnSchedule('30 2 * * *', checkFiguresJob, (deps) => checkFigures(deps, system))],
  sweep: foldChanges,
}
