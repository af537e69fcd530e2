import type { Feature } from '#server/platform/features/define-feature.ts'
import { noteDisk } from './checks/disk.ts'
import { sourceOf } from './read-health.ts'
import { healthRoutes } from './routes.ts'

export const healthFeature: Feature = {
  routes: healthRoutes,
  sweep: (deps) => noteDisk(sourceOf(deps)),
}
