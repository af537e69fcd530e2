import type { Feature } from '#server/platform/features/define-feature.ts'
import { weekRoutes } from './routes.ts'

export const weekFeature: Feature = {
  routes: weekRoutes,
}
