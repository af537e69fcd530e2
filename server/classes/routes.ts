import type { FastifyInstance } from 'fastify'
import {
  getRoom as getRoomEndpoint,
  listVideos as listVideosEndpoint,
  savePosition as savePositionEndpoint,
} from '#contract/classes.ts'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { listVideos } from './list-videos.ts'
import { readRoom } from './read-room.ts'
import { savePosition } from './save-position.ts'

export function classRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, listVideosEndpoint, ({ params, student }) => listVideos(deps, params.batchId, student?.id))
  route(app, deps, getRoomEndpoint, ({ params, student }) => readRoom(deps, student.id, params.courseId))
  route(app, deps, savePositionEndpoint, ({ params, body, student }) =>
    savePosition(deps, student.id, { ...body, recordingId: params.recordingId }),
  )
}
