import type { Feature } from '#server/platform/features/define-feature.ts'
import { joinRoutes } from './routes.ts'

export const joinFeature: Feature = {
  routes: joinRoutes,
}
