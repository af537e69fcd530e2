import type { FastifyInstance } from 'fastify'
import { enrolments } from '#contract/enrolment/staff/enrolments.ts'
import * as contract from '#contract/money/staff/hand-enrolments.ts'
import type { Deps } from '#server/deps.ts'
import { readOnlyResourceRoutes } from '#server/platform/http/resource.ts'
import { route } from '#server/platform/http/route.ts'
import { endHandEnrolment } from './end-hand-enrolment.ts'
import { enrolmentList } from './enrolment-list.ts'

export function handEnrolmentRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.endHandEnrolment, (staff, { params }) => endHandEnrolment(deps, staff, params))
  readOnlyResourceRoutes(app, deps, enrolments, enrolmentList)
}
