import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Worker } from './deliver-webhooks.ts'
import { queueDelivery, recordEvent } from './emit-events.ts'
import { ApiError } from './errors.ts'
import { allFaults, orderFaults } from './faults.ts'
import type { Outcome } from './pay-order.ts'
import { payOrder } from './pay-order.ts'
import { findOrder, findPayment } from './records.ts'
import { authoriseLate } from './run-jobs.ts'
import type { Sandbox } from './sandbox.ts'
import { signedTriple } from './sign.ts'
import { testCards, upiDeclined } from './test-cards.ts'

const pay = z.strictObject({
  outcome: z.enum(['captured', 'authorized', 'failed']).default('captured'),
  webhook: z.boolean().default(true),
  method: z.enum(['card', 'upi']).default('upi'),
  reason: z.string().optional(),
})
const authorise = z.strictObject({ capture: z.boolean().default(false), webhook: z.boolean().default(true) })
const clock = z.union([
  z.strictObject({
    advance_seconds: z
      .number()
      .min(0)
      .max(3650 * 86_400),
  }),
  z.strictObject({ now: z.int().min(0).max(32_503_680_000) }),
  z.strictObject({ reset: z.literal(true) }),
])
const event = z.strictObject({ event: z.string().min(1), payload: z.record(z.string(), z.unknown()) })
const path = z.object({ order: z.string().default(''), payment: z.string().default(''), event: z.string().default('') })

function read<T>(schema: z.ZodType<T>, given: unknown): T {
  const parsed = schema.safeParse(given ?? {})
  if (parsed.success) return parsed.data
  throw new ApiError(400, { code: 'BAD_REQUEST_ERROR', description: z.prettifyError(parsed.error) })
}

function isLoopback(address: string | undefined): boolean {
  const plain = (address ?? '').replace(/^::ffff:/, '')
  return plain === '::1' || /^127\.\d+\.\d+\.\d+$/.test(plain)
}

// A local proxy also connects from loopback, and a web page sends an Origin.
async function requireLoopback(request: FastifyRequest): Promise<void> {
  const { headers } = request
  const forAnother = headers['x-forwarded-for'] ?? headers['forwarded'] ?? headers['via'] ?? headers.origin
  if (!isLoopback(request.socket.remoteAddress) || forAnother !== undefined) {
    throw new ApiError(403, { code: 'BAD_REQUEST_ERROR', description: 'Control calls are answered on this machine only' })
  }
}

/** Mounts the control calls of tests and load runs. They are not part of the provider's API. */
export function mountControl(app: FastifyInstance, sandbox: Sandbox, worker: Worker): void {
  const { store } = sandbox
  const deliveries = (orderId?: string) =>
    store.all(
      `select e.id as event_id, e.event, e.order_id, e.created_at, d.state, d.attempts, d.last_status, d.last_error from events e
       left join deliveries d on d.event_id = e.id where ?1 is null or e.order_id = ?1 order by e.seq desc, d.seq limit 500`,
      orderId ?? null,
    )
  const time = () => ({ now: sandbox.clock.seconds(), offset_seconds: sandbox.clock.offset() / 1000 })
  app.addHook('onRequest', requireLoopback)

  app.post('/orders/:order/pay', async (request) => {
    const order = findOrder(store, path.parse(request.params).order)
    const wanted = read(pay, request.body)
    const failure =
      wanted.reason === undefined ? upiDeclined : testCards.find((card) => card.failure?.reason === wanted.reason)?.failure
    if (!failure)
      throw new ApiError(400, { code: 'BAD_REQUEST_ERROR', description: `No test card fails with ${wanted.reason ?? ''}` })
    const outcome: Outcome = wanted.outcome === 'failed' ? { is: 'failed', failure } : { is: wanted.outcome }
    const { payment } = store.transaction(() => payOrder(sandbox, order, { method: wanted.method }, outcome, wanted.webhook))
    worker.wake()
    return signedTriple(order.wire.id, payment.id, sandbox.keySecret)
  })
  app.post('/payments/:payment/authorize', async (request) => {
    const wanted = read(authorise, request.body)
    const { payment } = path.parse(request.params)
    const { status } = findPayment(store, payment)
    if (status !== 'failed')
      throw new ApiError(400, {
        code: 'BAD_REQUEST_ERROR',
        description: `Only a failed payment can be authorised late, this one is ${status}`,
      })
    store.transaction(() => authoriseLate(sandbox, payment, wanted))
    worker.wake()
    return findPayment(store, payment)
  })
  app.put('/orders/:order/faults', async (request) => {
    const { id } = findOrder(store, path.parse(request.params).order).wire
    sandbox.faults.replaceForOrder(id, read(orderFaults, request.body))
    return sandbox.faults.current()
  })
  app.get('/faults', async () => sandbox.faults.current())
  app.put('/faults', async (request) => {
    sandbox.faults.replace(read(allFaults, request.body))
    return sandbox.faults.current()
  })

  app.get('/clock', async () => time())
  app.post('/clock', async (request) => {
    const wanted = read(clock, request.body)
    if ('advance_seconds' in wanted) sandbox.clock.setOffset(sandbox.clock.offset() + wanted.advance_seconds * 1000)
    else sandbox.clock.setOffset('now' in wanted ? wanted.now * 1000 - Date.now() : 0)
    const tried = await worker.drain()
    return { ...time(), deliveries_tried: tried }
  })

  app.get('/webhooks', async (request) => {
    const { order_id: orderId } = read(z.object({ order_id: z.string().optional() }), request.query)
    const items = deliveries(orderId)
    return { count: items.length, items }
  })
  app.post('/webhooks/deliver', async () => ({ deliveries_tried: await worker.drain() }))
  app.post('/webhooks/:event/replay', async (request) => {
    const { event: id } = path.parse(request.params)
    if (!store.get('select 1 from events where id = ?', id))
      throw new ApiError(404, { code: 'BAD_REQUEST_ERROR', description: `No event ${id}` })
    queueDelivery(sandbox, id)
    const tried = await worker.drain()
    return { event_id: id, deliveries_tried: tried }
  })
  app.post('/events', async (request) => {
    const wanted = read(event, request.body)
    const id = recordEvent(sandbox, wanted.event, wanted.payload)
    queueDelivery(sandbox, id)
    await worker.drain()
    return { event_id: id }
  })
}
