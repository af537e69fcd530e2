import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Transport } from '#contract/client.ts'
import { onlyReads } from '#contract/endpoint.ts'
import { previewHeader } from '../auth/preview.ts'
import type { Deps } from '../deps.ts'
import { paramsOf, tagsOf } from '../cache/cache-tags.ts'

/** Facts about the responses that a page was rendered from. */
export interface Parts {
  /** Cache tags of the page. */
  tags: Set<string>
  /** `Date.now()` of the oldest cached response. */
  madeAt: number
  /** A response was 503. */
  unavailable: boolean
  /** A response was 5xx or 429, or is possibly outdated. */
  failed: boolean
}

/**
 * Returns the transport of one rendering. It reads fresh responses from the cache and injects other calls into the
 * application, never using stale data. While the database is unreachable it uses the last known responses, unless
 * `useLastKnown` is false. With the token of a preview link no response comes from the cache.
 */
export function injectTransport(
  app: Pick<FastifyInstance, 'inject'>,
  deps: Deps,
  ip: string,
  { useLastKnown = true, preview }: { useLastKnown?: boolean; preview?: string | undefined } = {},
): { transport: Transport; parts: Parts } {
  const parts: Parts = { tags: new Set(), madeAt: Date.now(), unavailable: false, failed: false }
  const transport: Transport = async (sent, endpoint) => {
    const url = `/api${sent.path}`
    if (endpoint.cacheTags) for (const tag of tagsOf(endpoint.cacheTags, paramsOf(endpoint.path, sent.path))) parts.tags.add(tag)
    const reads = onlyReads(sent.method)
    const cached = reads && preview === undefined ? deps.responseCache.get(url) : undefined
    if (cached) {
      parts.madeAt = Math.min(parts.madeAt, cached.madeAt)
      return { status: 200, body: JSON.parse(cached.plain.toString()) as unknown }
    }
    const response = await app.inject({
      method: sent.method,
      url,
      ...(typeof sent.body === 'object' && sent.body !== null ? { payload: sent.body } : {}),
      remoteAddress: ip,
      headers: {
        'cache-control': 'no-cache',
        ...(sent.ifMatch === undefined ? {} : { 'if-match': sent.ifMatch }),
        ...(preview === undefined ? {} : { [previewHeader]: preview }),
      },
    })
    const { statusCode: status } = response
    const known = status === 503 && useLastKnown && reads ? deps.responseCache.lastKnownWhileAway(url) : undefined
    if (known) {
      // The page is sent but not cached, because this response may be outdated.
      parts.failed = true
      return { status: 200, body: JSON.parse(known.plain.toString()) as unknown }
    }
    if (status === 503) parts.unavailable = true
    if (status >= 500 || status === 429) parts.failed = true
    return { status, body: bodyOf(response) }
  }
  return { transport, parts }
}

/** Returns the parsed body of a JSON response, and the text of any other. */
function bodyOf({ payload, headers }: LightMyRequestResponse): unknown {
  if (payload === '') return null
  return /^application\/json\b/.test(String(headers['content-type'])) ? (JSON.parse(payload) as unknown) : payload
}
