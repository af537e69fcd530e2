import type { FastifyInstance } from 'fastify'
import { openPaymentLink as endpoint } from '#contract/money/payment-link.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { openPaymentLink } from './open-link.ts'

export function linkRoutes(app: FastifyInstance, deps: Deps): void {
  // A college shares one network.
  route(app, deps, endpoint, (opener, input) => openPaymentLink(deps, opener, input), {
    network: { name: 'payment-link', calls: 300, minutes: 60 },
  })
}
