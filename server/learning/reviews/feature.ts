import type { Feature } from '#server/platform/features/define-feature.ts'
import { reviewsPersonalData } from './personal-data.ts'
import { reviewRoutes } from './routes.ts'

export const reviewsFeature: Feature = {
  routes: reviewRoutes,
  personalData: reviewsPersonalData,
}
