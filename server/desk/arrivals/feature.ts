import { system } from '#server/platform/auth/principal.ts'
import { type Feature, work } from '#server/platform/features/define-feature.ts'
import { arrivalJob } from './jobs.ts'
import { arrivalsPersonalData } from './personal-data.ts'
import { arrivalRoutes } from './routes.ts'
import { sweepArrivals } from './sweep-arrivals.ts'
import { workOnArrival } from './work-in-slices.ts'

export const arrivalsFeature: Feature = {
  routes: arrivalRoutes,
  jobs: [work(arrivalJob, (deps, data) => workOnArrival(deps, system, data))],
  sweep: sweepArrivals,
  personalData: arrivalsPersonalData,
}
