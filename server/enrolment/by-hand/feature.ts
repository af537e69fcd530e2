import type { Feature } from '#server/platform/features/define-feature.ts'
import { handEnrolmentRoutes } from './routes.ts'

export const handEnrolmentsFeature: Feature = {
  routes: handEnrolmentRoutes,
}
