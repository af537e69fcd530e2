import type { FastifyInstance } from 'fastify'
import { searchForStaff as endpoint } from '#contract/desk/staff/search.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { searchForStaff } from './search-for-staff.ts'

export function staffSearchRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, endpoint, async (staff, input) => ({ results: await searchForStaff(deps, staff, input) }))
}
