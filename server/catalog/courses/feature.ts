import type { Feature } from '#server/platform/features/define-feature.ts'
import { courseRoutes } from './routes.ts'

export const coursesFeature: Feature = {
  routes: courseRoutes,
}
