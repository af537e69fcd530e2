import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/money/staff/approvals.ts'
import * as enrolments from '#contract/money/staff/hand-enrolments.ts'
import { takeOfflinePayment as takeEndpoint } from '#contract/money/staff/offline-payments.ts'
import * as refunds from '#contract/money/staff/refunds.ts'
import { forgiveInstalment as forgiveEndpoint, takeInstalment as takePartEndpoint } from '#contract/money/staff/instalments.ts'
import { copyScholarshipLink, paymentLinks } from '#contract/money/staff/payment-links.ts'
import { scholarships } from '#contract/money/staff/scholarships.ts'
import type { Deps } from '#server/deps.ts'
import { readOnlyResourceRoutes, resourceRoutes, versionsOf, withCurrent, withVersion } from '#server/platform/http/resource.ts'
import { route } from '#server/platform/http/route.ts'
import { linkRecords, mailLinkAgain, withdrawLink } from '#server/money/links/link-records.ts'
import { copyLink } from '#server/money/scholarships/copy-link.ts'
import { changeScholarship, endScholarship, scholarshipRecords } from '#server/money/scholarships/scholarship-records.ts'
import { enrolWithoutPayment, forgiveInstalment, grantScholarship, refundPayment, takeOfflinePayment } from './money-acts.ts'
import { approvalList } from './approval-list.ts'
import { approveAct, declineAct, withdrawAct } from './decide-approval.ts'
import { findStudents } from './find-students.ts'
import { makeLink } from './make-link.ts'
import { readPlace } from './read-place.ts'
import { readRefundable } from './read-refundable.ts'
import { takeInstalment } from './take-instalment.ts'

export function approvalRoutes(app: FastifyInstance, deps: Deps): void {
  readOnlyResourceRoutes(app, deps, contract.approvals, approvalList)
  resourceRoutes(app, deps, scholarships, {
    ...scholarshipRecords,
    create: grantScholarship,
    change: changeScholarship,
    actions: { end: endScholarship },
  })
  route(app, deps, copyScholarshipLink, (staff, { params }) => copyLink(deps, staff, params))
  resourceRoutes(app, deps, paymentLinks, {
    ...linkRecords,
    create: makeLink,
    actions: { withdraw: withdrawLink, mail: mailLinkAgain },
  })
  route(app, deps, takePartEndpoint, async (staff, { params, body }, reply) => {
    reply.code(201)
    return takeInstalment(deps, staff, { ...params, body })
  })
  route(app, deps, forgiveEndpoint, async (staff, { params, body }, reply) => {
    reply.code(201)
    return forgiveInstalment(deps, staff, { ...params, body })
  })
  const withStale = withCurrent(contract.approvals.record)
  route(app, deps, contract.approveAct, async (staff, { params, ifMatch }, reply) => {
    return withVersion(reply, await approveAct(deps, staff, { ...params, versions: versionsOf(ifMatch) }).catch(withStale))
  })
  route(app, deps, contract.declineAct, async (staff, { params, body, ifMatch }, reply) => {
    const target = { ...params, versions: versionsOf(ifMatch) }
    return withVersion(reply, await declineAct(deps, staff, { ...target, ...body }).catch(withStale))
  })
  route(app, deps, contract.withdrawAct, async (staff, { params, ifMatch }, reply) => {
    return withVersion(reply, await withdrawAct(deps, staff, { ...params, versions: versionsOf(ifMatch) }).catch(withStale))
  })

  route(app, deps, refunds.readRefundable, (staff, { params }) => readRefundable(deps, staff, params))
  route(app, deps, refunds.refundPayment, async (staff, { params, body }, reply) => {
    reply.code(201)
    return refundPayment(deps, staff, { ...params, body })
  })
  route(app, deps, takeEndpoint, async (staff, { body }, reply) => {
    reply.code(201)
    return takeOfflinePayment(deps, staff, { body })
  })
  route(app, deps, enrolments.enrolByHand, async (staff, { body }, reply) => {
    reply.code(201)
    return enrolWithoutPayment(deps, staff, { body })
  })
  route(app, deps, enrolments.readPlace, (staff, { params, query }) => readPlace(deps, staff, { ...params, ...query }))
  route(app, deps, enrolments.findStudents, async (staff, { query }) => ({ students: await findStudents(deps, staff, query) }))
}
