import type { Feature } from '#server/platform/features/define-feature.ts'
import { sweepMedia } from './removals.ts'
import { mediaRoutes } from './routes.ts'

export const mediaFeature: Feature = {
  routes: mediaRoutes,
  sweep: sweepMedia,
}
