import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/money/buyer.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { documentRoutes } from './document-routes.ts'
import { readBuyer } from './read-buyer.ts'
import { saveBuyer } from './save-buyer.ts'

export function invoicingRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.readBuyer, (student) => readBuyer(deps, student))
  route(app, deps, contract.saveBuyer, (student, input) => saveBuyer(deps, student, input))
  documentRoutes(app, deps)
}
