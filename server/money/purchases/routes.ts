import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/money/payments.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { listPayments } from './list-payments.ts'
import { listPurchases } from './list-purchases.ts'

export function purchaseRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.listPayments, (student) => listPayments(deps, student))
  route(app, deps, contract.listPurchases, (student, input) => listPurchases(deps, student, input))
}
