import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/classes.ts'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { calendarRoutes } from './calendar/routes.ts'
import { findJoinable } from './join/find-joinable.ts'
import { joinClass } from './join/join-class.ts'
import { readRoom } from './read-room.ts'
import { sessionRoutes } from './sessions/routes.ts'

export function classRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.readRoom, (student, input) => readRoom(deps, student, input))
  route(app, deps, contract.readJoinState, (caller, { params }) => findJoinable(deps.db, caller, params.session_id))
  route(app, deps, contract.joinClass, (caller, { params }) => joinClass(deps, caller, params.session_id))
  sessionRoutes(app, deps)
  calendarRoutes(app, deps)
}
