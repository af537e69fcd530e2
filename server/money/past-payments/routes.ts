import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/money/payments.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { listPastPayments } from './list-past-payments.ts'

export function pastPaymentRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.listPastPayments, (student) => listPastPayments(deps, student))
}
