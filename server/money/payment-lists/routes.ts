import type { FastifyInstance } from 'fastify'
import { disputes } from '#contract/money/staff/disputes.ts'
import * as documents from '#contract/money/staff/documents.ts'
import * as payments from '#contract/money/staff/payments.ts'
import * as requests from '#contract/money/staff/requests.ts'
import * as review from '#contract/money/staff/review.ts'
import type { Deps } from '#server/deps.ts'
import { readOnlyResourceRoutes } from '#server/platform/http/resource.ts'
import { route } from '#server/platform/http/route.ts'
import { dismissFromReview } from '#server/money/settlement/dismiss-from-review.ts'
import { retryEvent } from '#server/money/settlement/retry-event.ts'
import { approveTransfer, declineRequest } from './staff-decide-request.ts'
import { closeReview, confirmPayment, endPaymentAccess } from './decide-review.ts'
import { disputeRecords } from './dispute-records.ts'
import { documentRecords } from './document-records.ts'
import { compareLedger, readLedgerForStaff } from './ledger-for-staff.ts'
import { orderRecords } from './order-records.ts'
import { paymentRecords } from './payment-records.ts'
import { readReview } from './read-review.ts'
import { readPaymentTimeline } from './read-timeline.ts'
import { requestRecords } from './request-records.ts'
import { readDocumentForStaff, sendDocument } from './send-document.ts'

/** Drawing a page takes 0.1 s of one thread, which mails use too. */
const drawings = {
  network: { name: 'documents', calls: 600, minutes: 10 },
  staff: { name: 'documents', calls: 120, minutes: 10 },
}

export function recordRoutes(app: FastifyInstance, deps: Deps): void {
  readOnlyResourceRoutes(app, deps, payments.payments, paymentRecords)
  readOnlyResourceRoutes(app, deps, payments.orders, orderRecords)
  readOnlyResourceRoutes(app, deps, disputes, disputeRecords)
  readOnlyResourceRoutes(app, deps, documents.documents, documentRecords)
  readOnlyResourceRoutes(app, deps, requests.requests, requestRecords)
  route(app, deps, payments.readPaymentTimeline, async (staff, { params }) => ({
    entries: await readPaymentTimeline(deps, staff, params),
  }))
  route(app, deps, requests.approveTransfer, (staff, { params }) => approveTransfer(deps, staff, params))
  route(app, deps, requests.declineRequest, (staff, { params, body }) => declineRequest(deps, staff, { ...params, ...body }))
  route(app, deps, documents.sendDocument, async (staff, { params }, reply) => {
    reply.code(202)
    return sendDocument(deps, staff, params)
  })
  route(app, deps, documents.readDocumentPdfForStaff, (staff, { params }) => readDocumentForStaff(deps, staff, params), drawings)
  reviewRoutes(app, deps)
}

function reviewRoutes(app: FastifyInstance, deps: Deps): void {
  const say = async (text: Promise<string>) => ({ message: await text })
  route(app, deps, review.readReview, (staff) => readReview(deps, staff))
  route(app, deps, review.confirmPayment, (staff, { params }) => say(confirmPayment(deps, staff, params)))
  route(app, deps, review.endPaymentAccess, (staff, { params }) => say(endPaymentAccess(deps, staff, params)))
  route(app, deps, review.closeReview, (staff, { params, body }) => say(closeReview(deps, staff, { ...params, ...body })))
  route(app, deps, review.retryEvent, async (staff, { body }) => {
    await retryEvent(deps, staff, { eventId: body.event_id })
    return { message: 'The event is processed again within a minute.' }
  })
  route(app, deps, review.dismissFromReview, async (staff, { body }) => {
    await dismissFromReview(deps, staff, body)
    return { message: 'It is off the list.' }
  })
  route(app, deps, review.readLedgerForStaff, (staff) => readLedgerForStaff(deps, staff))
  route(app, deps, review.compareLedger, async (staff, _input, reply) => {
    reply.code(202)
    return compareLedger(deps, staff)
  })
}
