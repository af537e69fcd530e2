import type { Feature } from '#server/platform/features/define-feature.ts'
import { ownCourseRoutes } from './routes.ts'

export const ownCoursesFeature: Feature = {
  routes: ownCourseRoutes,
}
