import type { Feature } from '#server/platform/features/define-feature.ts'
import { artworkRoutes } from './routes.ts'

export const artworkFeature: Feature = {
  routes: artworkRoutes,
}
