import type { Feature } from '#server/platform/features/define-feature.ts'
import { staffSearchRoutes } from './routes.ts'

export const staffSearchFeature: Feature = {
  routes: staffSearchRoutes,
}
