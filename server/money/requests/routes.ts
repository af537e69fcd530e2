import type { FastifyInstance } from 'fastify'
import * as enrolments from '#contract/enrolment/staff/enrolments.ts'
import * as contract from '#contract/money/payments.ts'
import type { Deps } from '#server/deps.ts'
import { versionsOf, withCurrent, withVersion } from '#server/platform/http/resource.ts'
import { route } from '#server/platform/http/route.ts'
import { createRequest } from './create-request.ts'
import { readTransferChoice } from './read-transfer-choice.ts'
import { transferStudent } from './transfer-student.ts'
import { withdrawRequest } from './withdraw-request.ts'

export function requestRoutes(app: FastifyInstance, deps: Deps): void {
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
}
