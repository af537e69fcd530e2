import type { FastifyInstance } from 'fastify'
import { search as endpoint } from '#contract/search.ts'
import type { Deps } from '../deps.ts'
import { route } from '../route.ts'
import { search } from './search.ts'

export function searchRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, endpoint, async ({ query, ip }) => ({ results: await search(deps, ip, query.q) }))
}
