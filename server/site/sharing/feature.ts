import type { Feature } from '#server/platform/features/define-feature.ts'
import { sharingRoutes } from './routes.ts'

export const sharingFeature: Feature = {
  routes: sharingRoutes,
}
