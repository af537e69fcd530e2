import { system } from '#server/platform/auth/principal.ts'
import { type Feature, workOnSchedule } from '#server/platform/features/define-feature.ts'
import { readSettlementsJob } from './jobs.ts'
import { readSettlements } from './read-settlements.ts'
import { settlementRoutes } from './routes.ts'

export const settlementsFeature: Feature = {
  routes: settlementRoutes,
  // After the comparison with the provider, which finds payments that nobody reported.
  jobs: [workOnSchedule('30 3 * * *', readSettlementsJob, (deps) => readSettlements(deps, system))],
}
