import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/money/payment-link.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { openPaymentLink, readPaymentLink } from './open-link.ts'

export function linkRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.openPaymentLink, (student, input) => openPaymentLink(deps, student, input))
  // A college shares one network.
  route(app, deps, contract.readPaymentLink, (visitor, input) => readPaymentLink(deps, visitor, input), {
    network: { name: 'payment-link', calls: 300, minutes: 60 },
  })
}
