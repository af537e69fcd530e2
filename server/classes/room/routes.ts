import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/classes/classes.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { readRoom } from './read-room.ts'

export function roomRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.readRoom, (student, input) => readRoom(deps, student, input))
}
