import type { FastifyInstance } from 'fastify'
import { onlyReads } from '#contract/endpoint.ts'
import { inMaintenance } from '#contract/messages.ts'
import type { Deps } from '#server/deps.ts'
import { HttpError } from '#server/platform/errors/errors.ts'

/** Seconds after which a program may try again. Pages do so five times by themselves, so a short maintenance delays a press and no more. */
const retryAfter = 15

/**
 * Refuses every request that writes while the school is in maintenance, also sign-ins and events of the payment provider, who sends them again.
 * Otherwise a write would be lost that came after the last backup.
 */
export function guardWrites(app: FastifyInstance, deps: Pick<Deps, 'maintenance'>): void {
  app.addHook('onRequest', async (request, reply) => {
    const { maintenance } = deps
    const isLive = request.headers.upgrade?.toLowerCase() === 'websocket'
    if (onlyReads(request.method) && !isLive) return
    // Counted before it is asked, so that nobody who passes is overlooked.
    const end = maintenance.beginWriting()
    if (maintenance.isOn()) {
      end()
      throw new HttpError(503, 'busy', inMaintenance, { retryAfter })
    }
    if (isLive) maintenance.addSocket(request.raw.socket)
    // An upgraded connection has no answer that ends.
    if (isLive) return end()
    reply.raw.once('close', end)
  })
}
