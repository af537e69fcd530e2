import type { FastifyInstance } from 'fastify'
import * as parts from '#contract/money/instalments.ts'
import * as contract from '#contract/money/payments.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { readInstalmentStatus, readPaymentStatus } from './read-payment-status.ts'
import { startInstalment, startRest } from './start-instalment.ts'
import { startPayment } from './start-payment.ts'
import { verifyPayment } from './verify-payment.ts'

/** Each of these calls may call the provider. */
const orders = { name: 'payment', calls: 120, minutes: 10 }

export function checkoutRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.startPayment, (student, input) => startPayment(deps, student, input), { student: orders })
  route(
    app,
    deps,
    contract.verifyPayment,
    async (student, input, reply) => {
      const outcome = await verifyPayment(deps, student, input)
      if (outcome.status === 'enrolled') return outcome
      reply.code(202)
      return outcome
    },
    { student: orders },
  )
  route(app, deps, parts.startInstalment, (student, input) => startInstalment(deps, student, input), { student: orders })
  route(app, deps, parts.startRest, (student, input) => startRest(deps, student, input), { student: orders })
  route(app, deps, parts.readInstalmentStatus, (student, input) => readInstalmentStatus(deps, student, input), {
    student: { name: 'payment-status', calls: 300, minutes: 10 },
  })
  route(app, deps, contract.readPaymentStatus, (student, input) => readPaymentStatus(deps, student, input), {
    student: { name: 'payment-status', calls: 300, minutes: 10 },
  })
}
