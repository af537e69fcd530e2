import type { FastifyInstance } from 'fastify'
import { staff as contract } from '#contract/people/staff/staff.ts'
import type { Deps } from '#server/deps.ts'
import { resourceRoutes } from '#server/platform/http/resource.ts'
import { changeStaff } from './change-staff.ts'
import { disableStaff, enableStaff } from './disable-staff.ts'
import { inviteStaffAgain } from './invite-staff-again.ts'
import { inviteStaff } from './invite-staff.ts'
import { memberRecords } from './member-records.ts'
import { resetStaff } from './reset-staff.ts'

/** The link of an invitation travels by mail alone. An answer with it would give an owner the account of the person. */
export function memberRoutes(app: FastifyInstance, deps: Deps): void {
  resourceRoutes(app, deps, contract, {
    ...memberRecords,
    create: async (_deps, staff, { body }) => (await inviteStaff(deps, staff, body)).record,
    change: changeStaff,
    actions: {
      disable: disableStaff,
      enable: enableStaff,
      reset: async (_deps, staff, target) => (await resetStaff(deps, staff, target)).record,
      'invite-again': async (_deps, staff, target) => (await inviteStaffAgain(deps, staff, target)).record,
    },
  })
}
