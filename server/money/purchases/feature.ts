import type { Feature } from '#server/platform/features/define-feature.ts'
import { purchaseRoutes } from './routes.ts'

export const purchasesFeature: Feature = {
  routes: purchaseRoutes,
}
