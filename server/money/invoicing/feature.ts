import type { Feature } from '#server/platform/features/define-feature.ts'
import { invoicingRoutes } from './routes.ts'

export const invoicingFeature: Feature = {
  routes: invoicingRoutes,
}
