import type { Feature } from '#server/platform/features/define-feature.ts'
import { requestRoutes } from './routes.ts'

export const requestsFeature: Feature = {
  routes: requestRoutes,
}
