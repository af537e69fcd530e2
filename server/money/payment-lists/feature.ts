import type { Feature } from '#server/platform/features/define-feature.ts'
import { recordRoutes } from './routes.ts'

export const paymentListsFeature: Feature = {
  routes: recordRoutes,
}
