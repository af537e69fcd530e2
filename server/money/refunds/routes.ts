import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/money/staff/refunds.ts'
import type { Deps } from '#server/deps.ts'
import { readOnlyResourceRoutes } from '#server/platform/http/resource.ts'
import { route } from '#server/platform/http/route.ts'
import { recordPaidBack } from './record-paid-back.ts'
import { refundRecords } from './refund-records.ts'
import { retryRefund } from './retry-refund.ts'

export function refundRoutes(app: FastifyInstance, deps: Deps): void {
  readOnlyResourceRoutes(app, deps, contract.refunds, refundRecords)
  route(app, deps, contract.retryRefund, (staff, { params }) => retryRefund(deps, staff, params))
  route(app, deps, contract.recordPaidBack, (staff, { params, body }) => recordPaidBack(deps, staff, { ...params, body }))
}
