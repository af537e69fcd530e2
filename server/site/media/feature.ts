import type { Feature } from '#server/platform/features/define-feature.ts'
import { sweepMedia } from './removals.ts'
import { uploadRoutes } from './routes.ts'

export const mediaFeature: Feature = {
  routes: uploadRoutes,
  sweep: sweepMedia,
}
