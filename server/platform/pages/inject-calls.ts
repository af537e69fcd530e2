import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { onlyReads } from '#contract/endpoint.ts'
import { previewHeader } from '#server/platform/auth/preview.ts'
import type { Deps } from '#server/deps.ts'
import type { CallAnswer, PageCall } from './page-renderer.ts'

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
 * Answers the calls of one rendering. It reads fresh responses from the cache and injects other calls into the application, never using
 * stale data. While the database is unreachable it uses the last known responses, unless `useLastKnown` is false. With the token of a
 * preview link no response comes from the cache.
 */
export function injectCalls(
  app: Pick<FastifyInstance, 'inject'>,
  deps: Deps,
  ip: string,
  { useLastKnown = true, preview }: { useLastKnown?: boolean; preview?: string | undefined } = {},
): { call: PageCall; parts: Parts } {
  const parts: Parts = { tags: new Set(), madeAt: Date.now(), unavailable: false, failed: false }
  const call: PageCall = async (sent, tags) => {
    const url = `/api${sent.path}`
    for (const tag of tags) parts.tags.add(tag)
    const reads = onlyReads(sent.method)
    const cached = reads && preview === undefined ? deps.responseCache.get(url) : undefined
    if (cached) {
      parts.madeAt = Math.min(parts.madeAt, cached.madeAt)
      return { status: 200, text: cached.plain.toString(), isJson: true }
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
      return { status: 200, text: known.plain.toString(), isJson: true }
    }
    if (status === 503) parts.unavailable = true
    if (status >= 500 || status === 429) parts.failed = true
    return answerOf(response)
  }
  return { call, parts }
}

function answerOf({ statusCode, payload, headers }: LightMyRequestResponse): CallAnswer {
  const isJson = payload !== '' && /^application\/json\b/.test(String(headers['content-type']))
  return { status: statusCode, text: payload, isJson }
}
