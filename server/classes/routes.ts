import type { FastifyInstance } from 'fastify'
import { listVideos as listVideosEndpoint } from '#contract/classes.ts'
import type { Deps } from '../deps.ts'
import { route } from '../route.ts'
import { listVideos } from './list-videos.ts'

export function classRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, listVideosEndpoint, async ({ params, student }) => ({
    videos: await listVideos(deps, params.batchId, student?.id),
  }))
}
