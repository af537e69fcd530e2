import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/classes/staff/week.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { listFreeTimes } from './list-free-times.ts'
import { readWeek } from './read-week.ts'

export function weekRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.readWeek, (staff, { query }) => readWeek(deps, staff, query))
  route(app, deps, contract.listFreeTimes, (staff, { query }) => listFreeTimes(deps, staff, query))
}
