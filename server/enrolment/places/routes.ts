import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/enrolment/staff/enrolments.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { readBatchSeats } from './read-batch-seats.ts'

export function placeRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.readBatchSeats, (staff, { params }) => readBatchSeats(deps, staff, params))
}
