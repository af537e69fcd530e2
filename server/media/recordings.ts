import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { visitor } from '../auth/principal.ts'
import type { Deps } from '../deps.ts'
import { forbidden } from '../errors.ts'
import { mayFetchRecording, readCaptions } from './recordings-link.ts'

/**
 * Mounts `GET /media/recordings/{grant}/…`, with ranges. A video element sends no token, so the address carries a signed
 * grant, and the relative addresses of a playlist inherit it. Every request checks the permission.
 */
export function recordingRoutes(app: FastifyInstance, deps: Pick<Deps, 'config' | 'db'>): void {
  void app.register(async (scope) => {
    await scope.register(fastifyStatic, { root: deps.config.recordingsDir, serve: false, cacheControl: false, index: false })
    scope.get<{ Params: { '*': string } }>(
      '/media/recordings/*',
      { schema: { hide: true }, exposeHeadRoute: true, config: { limit: fetches } },
      async (request, reply) => {
        const [, link = '', file = ''] = /^([^/]+)\/(.+)$/.exec(request.params['*']) ?? []
        const [, captions] = /^captions\/(\d{1,9})-\d{1,9}\.vtt$/.exec(file) ?? []
        if (captions !== undefined) {
          const vtt = await readCaptions(deps, visitor, { link, id: Number(captions) })
          if (vtt === undefined) throw forbidden(expired)
          reply.header('cache-control', 'private, max-age=300').type('text/vtt; charset=utf-8')
          return reply.send(vtt)
        }
        if (!(await mayFetchRecording(deps, visitor, { link, file }))) {
          throw forbidden(expired)
        }
        // Short, so that a browser can seek back but not watch on after access has ended.
        reply.header('cache-control', 'private, max-age=300')
        return reply.sendFile(file)
      },
    )
  })
}

const expired = 'This link has expired. Please open the recording again from its course.'

/** Enough for two hundred students of one network who fetch the parts of a playlist. */
const fetches = { name: 'recording', calls: 12_000, minutes: 1 }
