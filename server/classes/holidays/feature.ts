import type { Feature } from '#server/platform/features/define-feature.ts'
import { giveHolidays } from './give-holidays.ts'
import { holidayRoutes } from './routes.ts'

export const holidaysFeature: Feature = {
  routes: holidayRoutes,
  start: giveHolidays,
}
