import type { Feature } from '#server/platform/features/define-feature.ts'
import { offlineRoutes } from './routes.ts'

export const offlineFeature: Feature = {
  routes: offlineRoutes,
}
