import type { FastifyInstance } from 'fastify'
import { search as endpoint } from '#contract/search.ts'
import { searchForStaff as staffEndpoint } from '#contract/staff/search.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { search } from './search.ts'
import { searchForStaff } from './search-for-staff.ts'

export function searchRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, endpoint, (visitor, input) => search(deps, visitor, input), {
    network: { name: 'search', calls: 240, minutes: 2 },
  })
  route(app, deps, staffEndpoint, async (staff, input) => ({ results: await searchForStaff(deps, staff, input) }))
}
