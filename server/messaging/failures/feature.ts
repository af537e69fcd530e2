import type { Feature } from '#server/platform/features/define-feature.ts'
import { failureRoutes } from './routes.ts'

export const failuresFeature: Feature = {
  routes: failureRoutes,
}
