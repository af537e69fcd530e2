import type { FastifyInstance } from 'fastify'
import * as buyer from '#contract/money/buyer.ts'
import * as contract from '#contract/money/payments.ts'
import * as enrolments from '#contract/enrolment/staff/enrolments.ts'
import type { Deps } from '#server/deps.ts'
import { versionsOf, withCurrent, withVersion } from '#server/platform/http/resource.ts'
import { route } from '#server/platform/http/route.ts'
import { cancellationRoutes } from '#server/money/cancellations/routes.ts'
import { recordRoutes } from '#server/money/records/routes.ts'
import { createRequest } from '#server/money/requests/create-request.ts'
import { readBuyer } from '#server/money/invoicing/read-buyer.ts'
import { saveBuyer } from '#server/money/invoicing/save-buyer.ts'
import { offlineRoutes } from '#server/money/offline/routes.ts'
import { refundRoutes } from '#server/money/refunds/routes.ts'
import { documentRoutes } from '#server/money/invoicing/document-routes.ts'
import { listPayments } from '#server/money/purchases/list-payments.ts'
import { listPurchases } from '#server/money/purchases/list-purchases.ts'
import { readPaymentStatus } from '#server/money/checkout/read-payment-status.ts'
import { startPayment } from '#server/money/checkout/start-payment.ts'
import { verifyPayment } from '#server/money/checkout/verify-payment.ts'
import { readTransferChoice } from '#server/money/requests/read-transfer-choice.ts'
import { transferStudent } from '#server/money/requests/transfer-student.ts'
import { withdrawRequest } from '#server/money/requests/withdraw-request.ts'

/** Each of these calls may call the provider. */
const orders = { name: 'payment', calls: 120, minutes: 10 }

export function paymentRoutes(app: FastifyInstance, deps: Deps): void {
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
  route(app, deps, contract.readPaymentStatus, (student, input) => readPaymentStatus(deps, student, input), {
    student: { name: 'payment-status', calls: 300, minutes: 10 },
  })
  route(app, deps, contract.listPayments, (student) => listPayments(deps, student))
  route(app, deps, contract.listPurchases, (student, input) => listPurchases(deps, student, input))
  route(app, deps, buyer.readBuyer, (student) => readBuyer(deps, student))
  route(app, deps, buyer.saveBuyer, (student, input) => saveBuyer(deps, student, input))
  route(app, deps, contract.createRequest, async (student, input, reply) => {
    reply.code(201)
    return createRequest(deps, student, input)
  })
  route(app, deps, contract.withdrawRequest, (student, input) => withdrawRequest(deps, student, input))
  route(app, deps, enrolments.readTransferChoice, (staff, { params }) => readTransferChoice(deps, staff, params))
  route(app, deps, enrolments.transferEnrolment, async (staff, { params, body, ifMatch }, reply) => {
    const target = { id: params.id, versions: versionsOf(ifMatch), body }
    return withVersion(reply, await transferStudent(deps, staff, target).catch(withCurrent(enrolments.enrolments.record)))
  })
  documentRoutes(app, deps)
  cancellationRoutes(app, deps)
  refundRoutes(app, deps)
  offlineRoutes(app, deps)
  recordRoutes(app, deps)
}
