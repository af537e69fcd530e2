import type { FastifyInstance } from 'fastify'
import { search as endpoint } from '#contract/search.ts'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { search } from './search.ts'

export function searchRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, endpoint, async (visitor, input) => ({ results: await search(deps, visitor, input) }), {
    network: { name: 'search', calls: 240, minutes: 2 },
  })
}
