import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/money/staff/cancellations.ts'
import type { Deps } from '#server/deps.ts'
import { versionsOf } from '#server/platform/http/resource.ts'
import { route } from '#server/platform/http/route.ts'
import { cancelBatch } from './cancel-batch.ts'
import { readCancellation } from './read-cancellation.ts'
import { retryCancellation } from './retry-cancellation.ts'

export function cancellationRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.readCancellation, (staff, { params }) => readCancellation(deps, staff, params))
  route(app, deps, contract.cancelBatch, (staff, { params, body, ifMatch }) =>
    cancelBatch(deps, staff, { ...params, versions: versionsOf(ifMatch), body }),
  )
  route(app, deps, contract.retryCancellation, (staff, { params, body }) =>
    retryCancellation(deps, staff, { ...params, ...body }),
  )
}
