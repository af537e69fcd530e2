import type { FastifyInstance } from 'fastify'
import { answerStateHolidays, holidays, readStateHolidays } from '#contract/classes/staff/holidays.ts'
import type { Deps } from '#server/deps.ts'
import { resourceRoutes } from '#server/platform/http/resource.ts'
import { route } from '#server/platform/http/route.ts'
import { answerStateOffer, offerStateHolidays } from './offer-state-holidays.ts'
import { holidayRecords } from './holiday-records.ts'
import { removeHoliday } from './remove-holiday.ts'

export function holidayRoutes(app: FastifyInstance, deps: Deps): void {
  resourceRoutes(app, deps, holidays, {
    ...holidayRecords,
    actions: {
      remove: removeHoliday,
      confirm: holidayRecords.setting({ is_tentative: false }),
      doubt: holidayRecords.setting({ is_tentative: true }),
    },
  })
  route(app, deps, readStateHolidays, (staff) => offerStateHolidays(deps, staff))
  route(app, deps, answerStateHolidays, (staff, input) => answerStateOffer(deps, staff, input))
}
