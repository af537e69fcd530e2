import type { Feature } from '#server/platform/features/define-feature.ts'
import { teachingRoutes } from './routes.ts'

export const teachingFeature: Feature = {
  routes: teachingRoutes,
}
