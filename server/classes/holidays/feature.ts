import type { Feature } from '#server/platform/features/define-feature.ts'
import { holidayRoutes } from './routes.ts'

export const holidaysFeature: Feature = {
  routes: holidayRoutes,
}
