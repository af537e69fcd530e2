import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/classes/classes.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { batchRoutes } from '#server/classes/batches/routes.ts'
import { holidayRoutes } from '#server/classes/holidays/routes.ts'
import { calendarRoutes } from '#server/classes/calendar/routes.ts'
import { findJoinable } from '#server/classes/join/find-joinable.ts'
import { joinClass } from '#server/classes/join/join-class.ts'
import { readRoom } from '#server/classes/room/read-room.ts'
import { sessionRoutes } from '#server/classes/sessions/routes.ts'

export function classRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.readRoom, (student, input) => readRoom(deps, student, input))
  route(app, deps, contract.readJoinState, (caller, { params }) => findJoinable(deps.db, caller, params.session_id))
  route(app, deps, contract.joinClass, (caller, { params }) => joinClass(deps, caller, params.session_id))
  batchRoutes(app, deps)
  holidayRoutes(app, deps)
  sessionRoutes(app, deps)
  calendarRoutes(app, deps)
}
