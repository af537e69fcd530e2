import type { Feature } from '#server/platform/features/define-feature.ts'
import { roomRoutes } from './routes.ts'

export const roomFeature: Feature = {
  routes: roomRoutes,
}
