import type { Feature } from '#server/platform/features/define-feature.ts'
import { offerRoutes } from './routes.ts'

export const offersFeature: Feature = {
  routes: offerRoutes,
}
