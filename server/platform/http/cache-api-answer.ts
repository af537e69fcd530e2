import { pipeline, Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pathOf } from '#contract/client.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { HttpError } from '#server/platform/errors/errors.ts'
import { isUnavailable } from '#server/platform/http/plugins/errors.ts'
import { type ResponseCache, Uncacheable, Unavailable } from '#server/platform/cache/response-cache.ts'
import { tagsOf } from '#server/platform/cache/cache-tags.ts'
import { publicFor } from '#server/platform/cache/compress-entry.ts'
import { acceptedForm, writeCached } from '#server/platform/cache/write-cached.ts'

/**
 * Answers a public call from the response cache. Errors are thrown and never cached. While the database is unreachable the
 * last known bytes are served, unless the request has `no-cache`. An answer that is a stream of JSON is too large for the cache.
 */
export async function cacheApiAnswer(
  responseCache: ResponseCache,
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  answer: () => Promise<unknown>,
): Promise<unknown> {
  const params = request.params as Record<string, string | number>
  let stream: Readable | undefined
  const make = async () => {
    const made = await answer().catch(orUnavailable)
    if (made instanceof Readable) {
      stream = made
      return undefined
    }
    return {
      // The serializer compiler of this application returns a string.
      body: Buffer.from(reply.serialize(made) as string),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        ...(reply.getHeaders() as Record<string, string>),
      },
      tags: new Set(tagsOf(endpoint.cacheTags, params)),
    }
  }
  const key = `/api${pathOf(endpoint.path, params, request.query as Record<string, string>)}`
  const entry = await responseCache
    .getOrRender(key, make, { exact: true, certain: asksForNow(request), waitsSince: performance.now() - reply.elapsedTime })
    .catch((error: unknown) => {
      if (error instanceof Uncacheable) return undefined
      throw error instanceof Unavailable ? error.cause : error
    })
  if (!entry) {
    const made = stream ?? (await answer())
    return made instanceof Readable ? streamJson(made, request, reply) : made
  }
  reply.hijack()
  writeCached(entry, request.raw, reply.raw)
  return reply
}

/** Whether a reader wants what the database says now, as before a payment. */
export function asksForNow({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return /\bno-cache\b/.test(headers['cache-control'] ?? '')
}

/** PostgreSQL codes for statement and lock timeouts and exhausted resources: the database itself is reachable. */
const isReachable = /^(57014|55P03|53\w\w\w)$/

function orUnavailable(error: Error & { code?: string }): never {
  if (!isUnavailable(error)) throw error
  throw new Unavailable('not now', { cause: error, isAway: !(error instanceof HttpError) && !isReachable.test(error.code ?? '') })
}

/** Sends a stream of JSON, compressed as the client accepts it. A cache in front may store it. */
function streamJson(json: Readable, { method, headers, log }: FastifyRequest, reply: FastifyReply): Readable | string {
  const form = acceptedForm(headers['accept-encoding'])
  reply.type('application/json; charset=utf-8').header('cache-control', publicFor).header('vary', 'Accept-Encoding')
  if (form !== 'plain') reply.header('content-encoding', form === 'brotli' ? 'br' : 'gzip')
  if (method === 'HEAD') {
    json.destroy()
    return ''
  }
  if (form === 'plain') return json
  // The level of the cache would cost more than reading the list.
  const packed = form === 'brotli' ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }) : createGzip()
  // A failure ends both, so that the client does not take a part for the whole.
  return pipeline(json, packed, (error: (Error & { code?: string }) | null) => {
    // A client that leaves is no failure.
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') log.error({ err: error }, 'stream broke off')
  })
}
