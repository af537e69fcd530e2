import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { capturePayment } from './capture-payment.ts'
import { createOrder } from './create-order.ts'
import { ApiError, unknownId } from './errors.ts'
import { applyTransportFault, dropResponse } from './inject-faults.ts'
import { readBody, readNotes, readPage, readSettledPage, refuseUnknown } from './read-input.ts'
import {
  collection,
  findOrder,
  findPayment,
  findRefund,
  listOrders,
  listPayments,
  listRefunds,
  saveOrder,
  savePayment,
  saveRefund,
} from './records.ts'
import { refundPayment } from './refund-payment.ts'
import type { Sandbox } from './sandbox.ts'
import { listSettled, listSettlements } from './settle.ts'

const orderPath = z.object({ order: z.string() })
const paymentPath = z.object({ payment: z.string() })
const refundPath = z.object({ refund: z.string() })
const orderOf = (request: FastifyRequest) => orderPath.parse(request.params).order
const paymentOf = (request: FastifyRequest) => paymentPath.parse(request.params).payment
const refundOf = (request: FastifyRequest) => refundPath.parse(request.params).refund
const everything = { where: '1 = 1', values: [] }

function requireKey(sandbox: Sandbox) {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const expected = digest(`${sandbox.keyId}:${sandbox.keySecret}`)
  return async (request: FastifyRequest): Promise<void> => {
    const [scheme, credentials = ''] = (request.headers.authorization ?? '').split(' ')
    const given = scheme?.toLowerCase() === 'basic' ? Buffer.from(credentials, 'base64').toString() : ''
    if (timingSafeEqual(digest(given), expected)) return
    const description = given === '' ? 'Please provide your api key for authentication purposes.' : 'Authentication failed'
    throw new ApiError(401, { code: 'BAD_REQUEST_ERROR', description })
  }
}

function onlyNotes(request: FastifyRequest) {
  const body = readBody(request.body)
  refuseUnknown(body, ['notes'])
  return readNotes(body)
}

/** Mounts the REST calls, authenticated by key and secret. */
export function mountRest(app: FastifyInstance, sandbox: Sandbox, wake: () => void): void {
  const { store } = sandbox
  const changed = <T>(answer: T): T => {
    wake()
    return answer
  }
  app.addHook('onRequest', requireKey(sandbox))
  app.addHook('onSend', dropResponse)

  const orders = { preHandler: applyTransportFault(sandbox, 'orders') }
  app.post('/orders', orders, async (request) => createOrder(sandbox, request.body))
  app.get('/orders', orders, async (request) => {
    const receipt = readBody(request.query)['receipt']
    const wanted = typeof receipt === 'string' ? { where: 'receipt = ?', values: [receipt] } : everything
    return collection(listOrders(store, { ...wanted, ...readPage(request.query) }))
  })
  app.get('/orders/:order', orders, async (request) => findOrder(store, orderOf(request)).wire)
  app.patch('/orders/:order', orders, async (request) => {
    const order = findOrder(store, orderOf(request))
    order.wire.notes = onlyNotes(request)
    saveOrder(store, order)
    return order.wire
  })
  app.get('/orders/:order/payments', orders, async (request) => {
    const { id } = findOrder(store, orderOf(request)).wire
    return collection(listPayments(store, { where: 'order_id = ?', values: [id], count: 100, skip: 0 }))
  })

  const payments = { preHandler: applyTransportFault(sandbox, 'payments') }
  app.get('/payments', payments, async (request) =>
    collection(listPayments(store, { ...everything, ...readPage(request.query) })),
  )
  app.get('/payments/:payment', payments, async (request) => findPayment(store, paymentOf(request)))
  app.patch('/payments/:payment', payments, async (request) => {
    const payment = findPayment(store, paymentOf(request))
    payment.notes = onlyNotes(request)
    savePayment(store, payment)
    return payment
  })
  app.post('/payments/:payment/capture', payments, async (request) =>
    changed(capturePayment(sandbox, paymentOf(request), request.body)),
  )

  app.get('/settlements', payments, async (request) => collection(listSettlements(sandbox, readPage(request.query))))
  app.get('/settlements/recon/combined', payments, async (request) =>
    collection(listSettled(sandbox, readSettledPage(request.query))),
  )

  const refunds = { preHandler: applyTransportFault(sandbox, 'refunds') }
  app.post('/payments/:payment/refund', refunds, async (request) => {
    const key = request.headers['x-refund-idempotency']
    return changed(refundPayment(sandbox, paymentOf(request), request.body, typeof key === 'string' ? key : undefined))
  })
  app.get('/payments/:payment/refunds', refunds, async (request) => {
    const { id } = findPayment(store, paymentOf(request))
    return collection(listRefunds(store, { where: 'payment_id = ?', values: [id], ...readPage(request.query) }))
  })
  app.get('/payments/:payment/refunds/:refund', refunds, async (request) => {
    const refund = findRefund(store, refundOf(request))
    findPayment(store, paymentOf(request))
    if (refund.payment_id === paymentOf(request)) return refund
    throw unknownId()
  })
  app.get('/refunds', refunds, async (request) => collection(listRefunds(store, { ...everything, ...readPage(request.query) })))
  app.get('/refunds/:refund', refunds, async (request) => findRefund(store, refundOf(request)))
  app.patch('/refunds/:refund', refunds, async (request) => {
    const refund = findRefund(store, refundOf(request))
    refund.notes = onlyNotes(request)
    saveRefund(store, refund)
    return refund
  })
}
