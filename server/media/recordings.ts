import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { forbidden } from '../errors.ts'
import { isRecordingLink } from './recordings-link.ts'

type File = { Params: { '*': string }; Querystring: { expires?: unknown; signature?: unknown } }

/** `GET /media/recordings/*`, in ranges: a video element sends no token, so the signed address itself is the permission. */
export function recordingRoutes(app: FastifyInstance, deps: Pick<Deps, 'config' | 'clock'>): void {
  void app.register(async (scope) => {
    await scope.register(fastifyStatic, { root: deps.config.recordingsDir, serve: false, cacheControl: false, index: false })
    scope.get<File>(
      '/media/recordings/*',
      { schema: { hide: true }, exposeHeadRoute: true, config: { limit: 'none' } },
      async (request, reply) => {
        const file = request.params['*']
        const { expires, signature } = request.query
        if (!isRecordingLink(deps, file, { expires, signature })) {
          throw forbidden('This link has expired. Please open the recording again from its course.')
        }
        reply.header('cache-control', 'private, max-age=3600')
        return reply.sendFile(file)
      },
    )
  })
}
