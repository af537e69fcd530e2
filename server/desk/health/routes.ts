import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/desk/staff/health.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { readHealth } from './read-health.ts'

export function healthRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.readHealth, (staff) => readHealth(deps, staff))
}
