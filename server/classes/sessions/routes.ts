import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/classes/staff/sessions.ts'
import type { Deps } from '#server/deps.ts'
import { resourceRoutes, versionsOf, withCurrent } from '#server/platform/http/resource.ts'
import { route } from '#server/platform/http/route.ts'
import { cancelSession, restoreSession } from './cancel-session.ts'
import type { ClassTarget } from './change-class.ts'
import { changeSession } from './change-session.ts'
import { listMakeUpTimes } from './list-make-up-times.ts'
import { listSubstitutes } from './list-substitutes.ts'
import { createSession, makeUpClass } from './make-up-class.ts'
import { moveSession } from './move-session.ts'
import { nameTopics } from './name-topics.ts'
import { sessionRecords } from './session-records.ts'
import { substituteInstructor } from './substitute-instructor.ts'

export function sessionRoutes(app: FastifyInstance, deps: Deps): void {
  resourceRoutes(app, deps, contract.sessions, {
    ...sessionRecords,
    create: createSession,
    change: changeSession,
    actions: {},
  })
  route(app, deps, contract.moveSession, (staff, input) =>
    moveSession(deps, staff, { ...targetOf(input), ...input.body }).catch(withStale),
  )
  route(app, deps, contract.cancelSession, (staff, input) =>
    cancelSession(deps, staff, { ...targetOf(input), reason: input.body?.reason ?? '', makeUp: input.body?.make_up }).catch(
      withStale,
    ),
  )
  route(app, deps, contract.restoreSession, (staff, input) => restoreSession(deps, staff, targetOf(input)).catch(withStale))
  route(app, deps, contract.substituteInstructor, (staff, input) =>
    substituteInstructor(deps, staff, { ...targetOf(input), ...input.body }).catch(withStale),
  )
  route(app, deps, contract.listSubstitutes, async (staff, { params }) => ({
    substitutes: await listSubstitutes(deps, staff, params),
  }))
  route(app, deps, contract.listMakeUpTimes, async (staff, { params }) => ({ times: await listMakeUpTimes(deps, staff, params) }))
  route(app, deps, contract.makeUpClass, async (staff, { params, query, body }, reply) => {
    const preview = query.preview === true
    const outcome = await makeUpClass(deps, staff, { batchId: params.id, preview, body })
    reply.code(preview ? 200 : 201)
    return outcome
  })
  route(app, deps, contract.nameTopics, (staff, { params, query, body }) =>
    nameTopics(deps, staff, { batchId: params.id, preview: query.preview === true, topics: body.topics }),
  )
}

const withStale = withCurrent(contract.sessions.record)

/** @throws HttpError 428 without a version */
function targetOf(input: {
  params: { id: number }
  query: { preview?: boolean | undefined }
  ifMatch: string | undefined
}): ClassTarget {
  return { id: input.params.id, versions: versionsOf(input.ifMatch), preview: input.query.preview === true }
}
