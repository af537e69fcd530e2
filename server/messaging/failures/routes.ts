import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/messaging/staff/failures.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { retryMail } from '#server/messaging/mail/retry-mail.ts'
import { listFailures } from './list-failures.ts'
import { retryJob } from './retry-job.ts'

export function failureRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.listFailures, (staff) => listFailures(deps, staff))
  route(app, deps, contract.retryMail, async (staff, { params }, reply) => {
    reply.code(202)
    return { message: await retryMail(deps, staff, params) }
  })
  route(app, deps, contract.retryJob, async (staff, { body }, reply) => {
    reply.code(202)
    return { message: await retryJob(deps, staff, body) }
  })
}
