import type { FastifyInstance } from 'fastify'
import type { Transport } from '#contract/client.ts'
import type { Deps } from '../deps.ts'

/**
 * How the pages of one rendering call: calls go through the application itself, kept answers straight from
 * their bytes. `tags` gathers what the page shows.
 */
export function injectTransport(app: FastifyInstance, deps: Deps): { transport: Transport; tags: Set<string> } {
  const tags = new Set<string>()
  const transport: Transport = async (sent, endpoint) => {
    const url = `/api${sent.path}`
    if (endpoint.keep) for (const tag of tagsOf(endpoint.keep, endpoint.path, sent.path)) tags.add(tag)
    const kept = deps.kept.fresh(url)
    if (kept) return { status: 200, body: JSON.parse(kept.plain.toString()) as unknown }
    const response = await app.inject({ method: sent.method === 'POST' ? 'POST' : 'GET', url })
    return { status: response.statusCode, body: JSON.parse(response.payload) as unknown }
  }
  return { transport, tags }
}

function tagsOf(keep: readonly string[], pattern: string, path: string): string[] {
  const names = [...pattern.matchAll(/:(\w+)/g)].map((match) => match[1])
  const matcher = new RegExp(`^${pattern.replace(/:\w+/g, '([^/?]+)')}`)
  const values = matcher.exec(path)?.slice(1) ?? []
  return keep.map((tag) => tag.replace(/\{(\w+)\}/g, (_, name: string) => values[names.indexOf(name)] ?? ''))
}
