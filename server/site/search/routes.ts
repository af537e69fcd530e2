import type { FastifyInstance } from 'fastify'
import { search as endpoint } from '#contract/site/search.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { search } from './search.ts'

export function searchRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, endpoint, (visitor, input) => search(deps, visitor, input), {
    network: { name: 'search', calls: 240, minutes: 2 },
  })
}
