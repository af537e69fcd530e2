import type { Feature } from '#server/platform/features/define-feature.ts'
import { providerRoutes } from './provider-routes.ts'
import { checkoutRoutes } from './routes.ts'
import { sweepOrders } from './sweep-orders.ts'

export const checkoutFeature: Feature = {
  async routes(app, deps) {
    checkoutRoutes(app, deps)
    await providerRoutes(app, deps)
  },
  sweep: sweepOrders,
}
