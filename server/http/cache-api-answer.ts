import type { FastifyReply, FastifyRequest } from 'fastify'
import { pathOf } from '#contract/client.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { HttpError } from '../errors.ts'
import { isUnavailable } from './plugins/errors.ts'
import { type ResponseCache, Uncacheable, Unavailable } from '../cache/response-cache.ts'
import { tagsOf } from '../cache/cache-tags.ts'
import { writeCached } from '../cache/write-cached.ts'

/**
 * Answers a public call from the response cache. Errors are thrown and never cached. While the database is unreachable the
 * last known bytes are served, unless the request has `no-cache`.
 */
export async function cacheApiAnswer(
  responseCache: ResponseCache,
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  answer: () => Promise<unknown>,
): Promise<unknown> {
  const params = request.params as Record<string, string | number>
  const make = async () => ({
    // The serializer compiler of this application returns a string.
    body: Buffer.from(reply.serialize(await answer().catch(orUnavailable)) as string),
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(reply.getHeaders() as Record<string, string>),
    },
    tags: new Set(tagsOf(endpoint.cacheTags, params)),
  })
  const key = `/api${pathOf(endpoint.path, params, request.query as Record<string, string>)}`
  const certain = /\bno-cache\b/.test(request.headers['cache-control'] ?? '')
  const entry = await responseCache.getOrRender(key, make, { exact: true, certain }).catch((error: unknown) => {
    if (error instanceof Uncacheable) return undefined
    throw error instanceof Unavailable ? error.cause : error
  })
  if (!entry) return answer()
  reply.hijack()
  writeCached(entry, request.raw, reply.raw)
  return reply
}

/** PostgreSQL codes for statement and lock timeouts and exhausted resources: the database itself is reachable. */
const isReachable = /^(57014|55P03|53\w\w\w)$/

function orUnavailable(error: Error & { code?: string }): never {
  if (!isUnavailable(error)) throw error
  throw new Unavailable('not now', { cause: error, isAway: !(error instanceof HttpError) && !isReachable.test(error.code ?? '') })
}
