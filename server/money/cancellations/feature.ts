import { system } from '#server/platform/auth/principal.ts'
import { type Feature, work } from '#server/platform/features/define-feature.ts'
import { cancelBatchJob } from './jobs.ts'
import { processCancellation } from './process-cancellation.ts'
import { cancellationRoutes } from './routes.ts'
import { sweepCancellations } from './sweep-cancellations.ts'

export const cancellationsFeature: Feature = {
  routes: cancellationRoutes,
  jobs: [work(cancelBatchJob, (deps, data) => processCancellation(deps, system, data))],
  sweep: sweepCancellations,
}
