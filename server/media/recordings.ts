import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { visitor } from '../auth/principal.ts'
import type { Deps } from '../deps.ts'
import { forbidden } from '../errors.ts'
import { mayFetchRecording } from './recordings-link.ts'

/**
 * `GET /media/recordings/{grant}/…`, in ranges: a video element sends no token, so the address itself carries the
 * permission, and what a playlist names beside itself inherits it. Who may watch is asked with every request.
 */
export function recordingRoutes(app: FastifyInstance, deps: Pick<Deps, 'config' | 'db'>): void {
  void app.register(async (scope) => {
    await scope.register(fastifyStatic, { root: deps.config.recordingsDir, serve: false, cacheControl: false, index: false })
    scope.get<{ Params: { '*': string } }>(
      '/media/recordings/*',
      { schema: { hide: true }, exposeHeadRoute: true, config: { limit: fetches } },
      async (request, reply) => {
        const [, link = '', file = ''] = /^([^/]+)\/(.+)$/.exec(request.params['*']) ?? []
        if (!(await mayFetchRecording(deps, visitor, { link, file }))) {
          throw forbidden('This link has expired. Please open the recording again from its course.')
        }
        // Kept for going back a little, not for going on once access has ended.
        reply.header('cache-control', 'private, max-age=300')
        return reply.sendFile(file)
      },
    )
  })
}

/** A class of two hundred that watches the parts of a playlist at once. */
const fetches = { name: 'recording', calls: 12_000, minutes: 1 }
