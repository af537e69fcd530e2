import type { Feature } from '#server/platform/features/define-feature.ts'
import { calendarRoutes } from './routes.ts'

export const calendarFeature: Feature = {
  routes: calendarRoutes,
}
