import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/payments.ts'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { createRequest } from './requests/create-request.ts'
import { documentRoutes } from './invoicing/document-routes.ts'
import { listPayments } from './list-payments.ts'
import { listPurchases } from './list-purchases.ts'
import { readPaymentStatus } from './checkout/read-payment-status.ts'
import { startPayment } from './checkout/start-payment.ts'
import { verifyPayment } from './checkout/verify-payment.ts'
import { withdrawRequest } from './requests/withdraw-request.ts'

/** Each may ask the provider. */
const orders = { name: 'payment', calls: 120, minutes: 10 }

export function paymentRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.startPayment, (input) => startPayment(deps, input.student, input), {
    student: orders,
  })
  route(
    app,
    deps,
    contract.verifyPayment,
    async (input, reply) => {
      const outcome = await verifyPayment(deps, input.student, input)
      if (outcome.status === 'enrolled') return outcome
      reply.code(202)
      return outcome
    },
    { student: orders },
  )
  route(app, deps, contract.getPaymentStatus, (input) => readPaymentStatus(deps, input.student, input), {
    student: { name: 'payment-status', calls: 300, minutes: 10 },
  })
  route(app, deps, contract.listPayments, ({ student }) => listPayments(deps, student))
  route(app, deps, contract.listPurchases, (input) => listPurchases(deps, input.student, input))
  route(app, deps, contract.createRequest, async (input, reply) => {
    reply.code(201)
    return createRequest(deps, input.student, input)
  })
  route(app, deps, contract.withdrawRequest, (input) => withdrawRequest(deps, input.student, input))
  documentRoutes(app, deps)
}
