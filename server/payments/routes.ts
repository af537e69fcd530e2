import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/payments.ts'
import type { Deps } from '../deps.ts'
import { route } from '../route.ts'
import { listPayments } from './list-payments.ts'
import { readPaymentStatus } from './read-payment-status.ts'
import { startPayment } from './start-payment.ts'
import { verifyPayment } from './verify-payment.ts'

/** Each may ask the provider. */
const orders = { name: 'payment', calls: 120, minutes: 10 }

export function paymentRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.startPayment, ({ params, student }) => startPayment(deps, student, params.batch_id), {
    student: orders,
  })
  route(
    app,
    deps,
    contract.verifyPayment,
    async (input, reply) => {
      const outcome = await verifyPayment(deps, input)
      if (outcome.status === 'enrolled') return outcome
      reply.code(202)
      return outcome
    },
    { student: orders },
  )
  route(app, deps, contract.getPaymentStatus, ({ params, student }) => readPaymentStatus(deps, student, params.batch_id), {
    student: { name: 'payment-status', calls: 300, minutes: 10 },
  })
  route(app, deps, contract.listPayments, ({ student }) => listPayments(deps, student))
}
