import type { FastifyInstance } from 'fastify'
import {
  readRoom as getRoomEndpoint,
  listVideos as listVideosEndpoint,
  savePosition as savePositionEndpoint,
} from '#contract/classes.ts'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { listVideos } from './list-videos.ts'
import { readRoom } from './read-room.ts'
import { savePosition } from './save-position.ts'

export function classRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, listVideosEndpoint, (principal, input) => listVideos(deps, principal, input))
  route(app, deps, getRoomEndpoint, (student, input) => readRoom(deps, student, input))
  route(app, deps, savePositionEndpoint, (student, input) => savePosition(deps, student, input))
}
