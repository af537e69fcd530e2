import type { Feature } from '#server/platform/features/define-feature.ts'
import { openingRoutes } from './routes.ts'

export const openingFeature: Feature = {
  routes: openingRoutes,
}
