import type { Feature } from '#server/platform/features/define-feature.ts'
import { searchRoutes } from './routes.ts'

export const searchFeature: Feature = {
  routes: searchRoutes,
}
