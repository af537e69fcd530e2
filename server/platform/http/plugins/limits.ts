import type { FastifyInstance } from 'fastify'
import { onlyReads } from '#contract/endpoint.ts'
import type { Deps } from '#server/deps.ts'
import { type Limit, limitNetwork, limitPages, unlessReading } from '#server/platform/http/limits.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Limit per network, counted after the request was parsed; `none` for signed or free routes. */
    limit?: Limit | 'none'
  }
}

/**
 * Counts each call of a route against its declared limit. Must be registered before the routes.
 * @throws Error when an endpoint or a route with a wildcard or parameter declares no limit
 */
export function limitNetworks(app: FastifyInstance, deps: Deps): void {
  app.addHook('onRoute', ({ url, method, config }) => {
    if (!config?.limit && (url.startsWith('/api/') || /[:*]/.test(url))) {
      throw new Error(`${String(method)} ${url} declares no limit`)
    }
  })
  app.addHook('preHandler', async (request) => {
    const { limit, endpoint } = request.routeOptions.config
    if (!limit || limit === 'none') return
    const { url = '' } = request.routeOptions
    // Pages, pictures, documents and public answers are served from the cache while the database is unreachable.
    const isCached = endpoint?.cacheTags !== undefined || !url.startsWith('/api/')
    if (onlyReads(request.method) && isCached) await limitPages(deps, request.ip, limit)
    else await limitNetwork(deps, request.ip, limit).catch(unlessReading(limit.mayBeUncounted ? 'GET' : request.method))
  })
}
