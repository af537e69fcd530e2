import type { Feature } from '#server/platform/features/define-feature.ts'
import { couponRoutes } from './routes.ts'
import { releaseLapsed } from './use-coupon.ts'

export const couponsFeature: Feature = {
  routes: couponRoutes,
  sweep: ({ db }) => releaseLapsed(db),
}
