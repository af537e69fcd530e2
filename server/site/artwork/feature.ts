import type { Feature } from '#server/platform/features/define-feature.ts'
import { mediaRoutes } from './routes.ts'

export const artworkFeature: Feature = {
  routes: mediaRoutes,
}
