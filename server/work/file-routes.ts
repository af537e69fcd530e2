import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { errorBody } from '#contract/errors.ts'
import { id } from '#contract/fields.ts'
import { rolesWith } from '#contract/staff/permissions.ts'
import { staffSubmissionFilePath, submissionFilePath } from '#contract/work.ts'
import { authorise } from '../auth/authorise.ts'
import type { Deps } from '../deps.ts'
import { unauthenticated } from '../errors.ts'
import { limitAccount, unlessReading } from '../http/limits.ts'
import { type ReadFile, readOwnFile, readSubmittedFile } from './read-file.ts'

const perNetwork = { name: 'work-files', calls: 3000, minutes: 10 }
const perAccount = { name: 'work-files', calls: 200, minutes: 10 }

/** Mounts the downloads of files that students have handed in. Contract endpoints return JSON only. */
export function fileRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(
    `/api${submissionFilePath}`,
    { schema: documentation('readOwnSubmissionFile', { security: [{ accessToken: [] }] }), config: { limit: perNetwork } },
    async (request, reply) => {
      const student = await authorise(deps, 'student', request.headers.authorization)
      if (student.kind !== 'student') throw unauthenticated()
      await limitAccount(deps, student, perAccount).catch(unlessReading('GET'))
      return send(reply, await readOwnFile(deps, student, (request.params as { id: number }).id))
    },
  )
  const ofStaff = { security: [{ staffToken: [] }], 'x-permission': 'work:read', 'x-roles': rolesWith('work:read') }
  app.get(
    `/api${staffSubmissionFilePath}`,
    { schema: documentation('readSubmissionFile', ofStaff), config: { limit: perNetwork } },
    async (request, reply) => {
      const staff = await authorise(deps, { staff: 'work:read' }, request.headers.authorization)
      if (staff.kind !== 'staff') throw unauthenticated()
      await limitAccount(deps, staff, perAccount).catch(unlessReading('GET'))
      return send(reply, await readSubmittedFile(deps, staff, (request.params as { id: number }).id))
    },
  )
}

/** What a student has sent never opens in the browser: its type is that of any bytes, and it is an attachment. */
function send(reply: FastifyReply, { name, bytes }: ReadFile): FastifyReply {
  return reply
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="${name}"`,
    })
    .type('application/octet-stream')
    .send(bytes)
}

const file = z.string().meta({ format: 'binary', description: 'The file as it was handed in' })

function documentation(operationId: string, access: object) {
  return {
    tags: ['Work'],
    operationId,
    summary: 'The file of a submission',
    ...access,
    params: z.object({ id }),
    response: {
      200: { description: 'File', content: { 'application/octet-stream': { schema: file } } },
      ...Object.fromEntries([400, 401, 403, 404, 429, 500, 503].map((status) => [status, errorBody])),
    },
  }
}
