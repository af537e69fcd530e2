import type { FastifyInstance } from 'fastify'
import { readToday as contract } from '#contract/desk/staff/today.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { readToday } from './read-today.ts'

export function todayRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract, (staff) => readToday(deps, staff))
}
