import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { errorBody } from '#contract/errors.ts'
import { isId } from '#contract/rules.ts'
import { system, visitor } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { processWebhooks } from '#server/money/settlement/process-webhooks.ts'
import { receiveCallback } from './receive-callback.ts'
import { receiveWebhook } from '#server/money/settlement/receive-webhook.ts'

/** Mounts the webhook (signed raw bytes) and the callback (a form). Neither fits the contract's JSON endpoints. */
export async function providerRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The signature covers the received bytes, so the body must not be parsed and serialised again.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

    scope.post('/api/payment/webhook/', { schema: webhookDocumentation, config: { limit: webhooks } }, async (request, reply) => {
      const headers = request.headers as Record<string, string | undefined>
      await receiveWebhook(deps, visitor, {
        body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        signature: headers['x-razorpay-signature'] ?? '',
        eventId: headers['x-razorpay-event-id'],
      })
      reply.header('cache-control', 'no-store')
      // Runs after the response. Events that a crash leaves behind are processed within a minute.
      setImmediate(
        () =>
          void processWebhooks(deps, system).catch((error: unknown) =>
            deps.log.error({ err: error }, 'webhooks could not be processed'),
          ),
      )
      return { status: 'ok' }
    })

    scope.post(
      '/api/payment/callback/:batch_id/',
      { schema: callbackDocumentation, config: { limit: callbacks } },
      async (request, reply) => {
        const batchId = (request.params as Record<string, string>)['batch_id'] ?? ''
        if (!isId(batchId)) throw notFound()
        const form = new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '')
        return reply
          .header('cache-control', 'no-store')
          .redirect(await receiveCallback(deps, visitor, { batchId: Number(batchId), form }), 303)
      },
    )
  })
}

/** The provider sends at most five events a sale from a few addresses, and sends refused events again. */
const webhooks = { name: 'webhook', calls: 6000, minutes: 1 }
/** Callbacks come from the browsers of payers, who have paid and see this answer: it leads them on also when the database is busy. */
const callbacks = { name: 'callback', calls: 300, minutes: 10, mayBeUncounted: true } as const

const webhookDocumentation = {
  tags: ['Payments'],
  operationId: 'receiveWebhook',
  summary: "The provider's webhook: signed raw JSON, stored once per event and processed afterwards",
  response: { 200: z.object({ status: z.literal('ok') }), 400: errorBody, 429: errorBody, 503: errorBody },
}
const callbackDocumentation = {
  tags: ['Payments'],
  operationId: 'receiveCallback',
  summary: "The provider's callback: a form with payment, order and signature; redirects to the page that verifies them",
  response: { 303: z.null(), 404: errorBody, 429: errorBody, 503: errorBody },
}
