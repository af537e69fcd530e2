import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import * as messages from '#contract/messages.ts'
import { writeCached } from '#server/platform/cache/write-cached.ts'
import type { Deps } from '#server/deps.ts'
import { HttpError } from '#server/platform/errors/errors.ts'
import { Admission, Busy } from '#server/platform/process/admission.ts'
import { asksForNow } from '#server/platform/http/cache-api-answer.ts'

/** Milliseconds after which nobody should wait without an answer. */
const longestWait = 3000
/**
 * Payments at once for each connection of the pool. They wait for the provider and not for this process: counted with the others,
 * a slow provider would take all places, and nobody could sign in.
 */
const paymentsPerConnection = 5

/** Calls of all kinds. */
export interface Admitted {
  waiting: () => number
  /** Since the process began. */
  refused: () => number
}

/**
 * Lets as many calls run at once as the pool has connections, so that no visitor waits for long without an answer. Answers of
 * the cache do not come here, and a reader who would be refused gets the last known one.
 * Staff are few, and uploads are slow because of their sender: neither is counted. A page calls the API while it holds a place of
 * the renderings.
 */
export function admitCalls(app: FastifyInstance, deps: Pick<Deps, 'db' | 'responseCache'>): Admitted {
  const calls = new Admission({ atOnce: deps.db.options.max, longestWait })
  const payments = new Admission({ atOnce: deps.db.options.max * paymentsPerConnection, longestWait })
  const ends = new WeakMap<object, () => void>()
  app.addHook('preValidation', async (request, reply) => {
    const { endpoint } = request.routeOptions.config
    if (!endpoint || isExempt(endpoint) || !(request.raw.socket instanceof Socket)) return
    const admission = endpoint.path.startsWith('/payment/') ? payments : calls
    const end = await admission.enter(endpoint.begun === true).catch((error: unknown) => {
      if (!(error instanceof Busy)) throw error
      const known = asksForNow(request) ? undefined : deps.responseCache.lastKnown(request.url)
      if (!known) throw new HttpError(503, 'busy', messages.busy, { retryAfter: error.seconds })
      reply.hijack()
      writeCached(known, request.raw, reply.raw)
    })
    if (!end) return reply
    // Its client has left while it waited, and its address with it. Nobody reads an answer.
    if (request.raw.socket.destroyed) {
      end()
      return reply.hijack()
    }
    ends.set(request, end)
    // A client that goes away leaves no other trace.
    reply.raw.once('close', end)
  })
  // Before the answer is written: a slow reader holds no place.
  app.addHook('onSend', async (request) => ends.get(request)?.())
  return {
    waiting: () => calls.waiting + payments.waiting,
    refused: () => calls.refused + payments.refused,
  }
}

/** Calls of staff, also their sign-in, and forms with files. */
function isExempt({ access, bodyType, path }: Endpoint): boolean {
  return typeof access === 'object' || bodyType !== undefined || path.startsWith('/staff/')
}
