import type { Feature } from '#server/platform/features/define-feature.ts'
import { settingsRoutes } from './routes.ts'

export const settingsFeature: Feature = {
  routes: settingsRoutes,
}
