import type { FastifyInstance } from 'fastify'
import { hireTalent, requestCallback, submitProfessorResearch, submitStudentResearch } from '#contract/enquiries.ts'
import * as said from '#contract/texts.ts'
import type { Deps } from '../deps.ts'
import { route } from '../route.ts'
import { submitEnquiry } from './submit-enquiry.ts'

export function enquiryRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, requestCallback, async ({ body, ip }, reply) => {
    await submitEnquiry(deps, ip, { kind: 'callback', ...body })
    reply.code(201)
    return { message: said.callbackReceived }
  })
  route(app, deps, hireTalent, async ({ body: { requirements, ...sender }, ip }) => {
    await submitEnquiry(deps, ip, { kind: 'hire', ...sender, message: requirements })
    return { message: said.hireReceived }
  })
  route(app, deps, submitProfessorResearch, async ({ body: { content, ...sender }, ip }, reply) => {
    await submitEnquiry(deps, ip, { kind: 'professor', ...sender, message: content.join('\n\n') })
    reply.code(201)
    return { message: said.researchReceived }
  })
  route(app, deps, submitStudentResearch, async ({ body: { content, ...sender }, ip }, reply) => {
    await submitEnquiry(deps, ip, { kind: 'student', ...sender, message: content.join('\n\n') })
    reply.code(201)
    return { message: said.researchReceived }
  })
}
