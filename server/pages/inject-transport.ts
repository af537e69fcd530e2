import type { FastifyInstance } from 'fastify'
import type { Transport } from '#contract/client.ts'
import { onlyReads } from '#contract/endpoint.ts'
import type { Deps } from '../deps.ts'
import { paramsOf, tagsOf } from '../cache/cache-tags.ts'

/** What the answers to one rendering say of the page that is made of them. */
export interface Parts {
  /** What the page shows. */
  tags: Set<string>
  /** `Date.now()` of the oldest kept answer. */
  madeAt: number
  /** A part could not be reached now. */
  unavailable: boolean
  /** A part failed in any way but not being there. */
  failed: boolean
}

/**
 * How the pages of one rendering call: calls go through the application itself, fresh answers straight from
 * their bytes, and never one that was called changed before it was asked for. While the database is away the last known
 * answers stand in, unless `standIns` is false.
 */
export function injectTransport(
  app: FastifyInstance,
  deps: Deps,
  ip: string,
  { standIns = true } = {},
): { transport: Transport; parts: Parts } {
  const parts: Parts = { tags: new Set(), madeAt: Date.now(), unavailable: false, failed: false }
  const transport: Transport = async (sent, endpoint) => {
    const url = `/api${sent.path}`
    if (endpoint.cacheTags) for (const tag of tagsOf(endpoint.cacheTags, paramsOf(endpoint.path, sent.path))) parts.tags.add(tag)
    const reads = onlyReads(sent.method)
    const responseCache = reads ? deps.responseCache.get(url) : undefined
    if (responseCache) {
      parts.madeAt = Math.min(parts.madeAt, responseCache.madeAt)
      return { status: 200, body: JSON.parse(responseCache.plain.toString()) as unknown }
    }
    const response = await app.inject({
      method: sent.method,
      url,
      ...(typeof sent.body === 'object' && sent.body !== null ? { payload: sent.body } : {}),
      remoteAddress: ip,
      headers: { 'cache-control': 'no-cache' },
    })
    const { statusCode: status } = response
    const known = status === 503 && standIns && reads ? deps.responseCache.lastKnownWhileAway(url) : undefined
    if (known) {
      // What is made of it is shown to whoever asks now and not kept: nobody can tell whether it still holds.
      parts.failed = true
      return { status: 200, body: JSON.parse(known.plain.toString()) as unknown }
    }
    if (status === 503) parts.unavailable = true
    if (status >= 500 || status === 429) parts.failed = true
    return { status, body: response.payload === '' ? null : (JSON.parse(response.payload) as unknown) }
  }
  return { transport, parts }
}
