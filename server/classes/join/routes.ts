import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/classes/classes.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { findJoinable } from './find-joinable.ts'
import { joinClass } from './join-class.ts'

export function joinRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.readJoinState, (caller, { params }) => findJoinable(deps.db, caller, params.session_id))
  route(app, deps, contract.joinClass, (caller, { params }) => joinClass(deps, caller, params.session_id))
}
