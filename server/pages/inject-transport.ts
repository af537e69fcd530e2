import type { FastifyInstance } from 'fastify'
import type { Transport } from '#contract/client.ts'
import type { Deps } from '../deps.ts'
import { paramsOf, tagsOf } from './tags-of.ts'

/**
 * How the pages of one rendering call: calls go through the application itself, kept answers straight from
 * their bytes. `tags` gathers what the page shows.
 */
export function injectTransport(app: FastifyInstance, deps: Deps, ip: string): { transport: Transport; tags: Set<string> } {
  const tags = new Set<string>()
  const transport: Transport = async (sent, endpoint) => {
    const url = `/api${sent.path}`
    if (endpoint.keep) for (const tag of tagsOf(endpoint.keep, paramsOf(endpoint.path, sent.path))) tags.add(tag)
    const kept = deps.kept.fresh(url)
    if (kept) return { status: 200, body: JSON.parse(kept.plain.toString()) as unknown }
    const response = await app.inject({ method: sent.method === 'POST' ? 'POST' : 'GET', url, remoteAddress: ip })
    return { status: response.statusCode, body: JSON.parse(response.payload) as unknown }
  }
  return { transport, tags }
}
