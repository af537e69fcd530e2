import type { Feature } from '#server/platform/features/define-feature.ts'
import { instructorRoutes } from './routes.ts'

export const instructorsFeature: Feature = {
  routes: instructorRoutes,
}
