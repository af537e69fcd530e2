import type { FastifyInstance } from 'fastify'
import { hireTalent, requestCallback, submitProfessorResearch, submitStudentResearch } from '#contract/people/enquiries.ts'
import * as messages from '#contract/messages.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { submitEnquiry } from './submit-enquiry.ts'

/** Limit of all forms together. */
const forms = { network: { name: 'enquiry', calls: 5, minutes: 10 } }

export function enquiryRoutes(app: FastifyInstance, deps: Deps): void {
  route(
    app,
    deps,
    requestCallback,
    async (visitor, { body }, reply) => {
      await submitEnquiry(deps, visitor, { kind: 'callback', ...body })
      reply.code(201)
      return { message: messages.callbackReceived }
    },
    forms,
  )
  route(
    app,
    deps,
    hireTalent,
    async (visitor, { body: { requirements, ...sender } }) => {
      await submitEnquiry(deps, visitor, { kind: 'hire', ...sender, message: requirements })
      return { message: messages.hireReceived }
    },
    forms,
  )
  route(
    app,
    deps,
    submitProfessorResearch,
    async (visitor, { body: { content, ...sender } }, reply) => {
      await submitEnquiry(deps, visitor, { kind: 'professor', ...sender, message: content.join('\n\n') })
      reply.code(201)
      return { message: messages.researchReceived }
    },
    forms,
  )
  route(
    app,
    deps,
    submitStudentResearch,
    async (visitor, { body: { content, ...sender } }, reply) => {
      await submitEnquiry(deps, visitor, { kind: 'student', ...sender, message: content.join('\n\n') })
      reply.code(201)
      return { message: messages.researchReceived }
    },
    forms,
  )
}
