import type { FastifyInstance } from 'fastify'
import { onlyReads } from '#contract/endpoint.ts'
import type { Deps } from '../../deps.ts'
import { type Limit, limitNetwork, limitPages, unlessReading } from '../limits.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Counted per network after the request was parsed; `none` for routes that are signed or cost nothing. */
    limit?: Limit | 'none'
  }
}

/**
 * Counts each call of a route against the limit it declares; must be registered before the routes.
 * @throws Error while mounting a call, or anything with endless addresses, that declares none
 */
export function limitNetworks(app: FastifyInstance, deps: Deps): void {
  app.addHook('onRoute', ({ url, method, config }) => {
    if (!config?.limit && (url.startsWith('/api/') || /[:*]/.test(url))) {
      throw new Error(`${String(method)} ${url} declares no limit`)
    }
  })
  app.addHook('preHandler', async (request) => {
    const { limit } = request.routeOptions.config
    if (!limit || limit === 'none') return
    const { url = '' } = request.routeOptions
    // Pages, pictures and documents are served from the cache while the database is away.
    if (onlyReads(request.method) && !url.startsWith('/api/')) await limitPages(deps, request.ip, limit)
    else await limitNetwork(deps, request.ip, limit).catch(unlessReading(request.method))
  })
}
