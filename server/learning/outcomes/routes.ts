import type { FastifyInstance } from 'fastify'
import * as open from '#contract/learning/outcomes.ts'
import * as contract from '#contract/learning/staff/outcomes.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { hideBatchOutcomes, readBatchOutcomes, readCourseOutcomes, showBatchOutcomes } from './outcomes.ts'

export function outcomeRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, open.readCourseOutcomes, (visitor, input) => readCourseOutcomes(deps, visitor, input))
  route(app, deps, contract.readBatchOutcomes, (staff, { params }) => readBatchOutcomes(deps, staff, params.id))
  route(app, deps, contract.showBatchOutcomes, (staff, { params }) => showBatchOutcomes(deps, staff, params.id))
  route(app, deps, contract.hideBatchOutcomes, (staff, { params }) => hideBatchOutcomes(deps, staff, params.id))
}
