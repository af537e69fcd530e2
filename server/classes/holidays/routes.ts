import type { FastifyInstance } from 'fastify'
import { holidays } from '#contract/classes/staff/holidays.ts'
import type { Deps } from '#server/deps.ts'
import { resourceRoutes } from '#server/platform/http/resource.ts'
import { holidayRecords } from './holiday-records.ts'
import { removeHoliday } from './remove-holiday.ts'

export function holidayRoutes(app: FastifyInstance, deps: Deps): void {
  resourceRoutes(app, deps, holidays, { ...holidayRecords, actions: { remove: removeHoliday } })
}
