import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/classes/classes.ts'
import * as clips from '#contract/classes/clips.ts'
import { visitor } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { forbidden, notFound } from '#server/platform/errors/errors.ts'
import { FileAnswer, sendFile } from '#server/platform/http/file-answer.ts'
import { route } from '#server/platform/http/route.ts'
import { publishedPath } from '#server/classes/recordings/published-path.ts'
import { readClip, readFreeVideo } from '#server/classes/recordings/clips/read-clip.ts'
import { joinedFile, mayDownload, openJoined } from './downloads.ts'
import { listVideos } from './list-videos.ts'
import { mayFetchRecording, readCaptions } from './recording-links.ts'
import { savePosition } from './save-position.ts'

/**
 * Mounts the calls of players and `GET /media/recordings/{grant}/…`, with ranges. A video element sends no token, so the
 * address carries a signed grant, and the relative addresses of a playlist inherit it. Every request checks the permission.
 */
export function playingRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.listVideos, (principal, input) => listVideos(deps, principal, input))
  route(app, deps, contract.savePosition, (student, input) => savePosition(deps, student, input))
  route(app, deps, clips.readHomeClip, (principal) => readClip(deps, principal))
  route(app, deps, clips.readCourseClip, (principal, { params }) => readClip(deps, principal, params.id))
  route(app, deps, clips.readFreeVideo, (principal, input) => readFreeVideo(deps, principal, input))
  void app.register(async (scope) => {
    await scope.register(fastifyStatic, { root: deps.config.recordingsDir, serve: false, cacheControl: false, index: false })
    scope.route<{ Params: { '*': string }; Querystring: Record<string, unknown> }>({
      // HEAD is answered here: the framework would read a whole video for its length.
      method: ['GET', 'HEAD'],
      url: '/media/recordings/*',
      schema: { hide: true },
      config: { limit: fetches },
      handler: async (request, reply) => {
        const [, link = '', file = ''] = /^([^/]+)\/(.+)$/.exec(request.params['*']) ?? []
        const [, captions] = /^captions\/(\d{1,9})-\d{1,9}\.vtt$/.exec(file) ?? []
        if (captions !== undefined) {
          const vtt = await readCaptions(deps, visitor, { link, id: Number(captions) })
          if (vtt === undefined) throw forbidden(expired)
          return sendFile(request, reply, new FileAnswer(vtt, { type: 'text/vtt; charset=utf-8', headers: caching }))
        }
        if (!(await mayFetchRecording(deps, visitor, { link, file }))) throw forbidden(expired)
        const [, key, name = ''] = /^uploads\/([\da-f]{32})\/([\w-]+\.\w+)$/.exec(file) ?? []
        const isJoined = key !== undefined && name === joinedFile
        if (isJoined || 'download' in request.query) {
          if (!(await mayDownload(deps, visitor, link))) throw forbidden('The school does not offer this recording as a file.')
          // Without a name, so that the link of the page gives it.
          reply.header('content-disposition', 'attachment')
        }
        if (key === undefined) return reply.headers(caching).sendFile(file)
        if (isJoined) {
          const joined = await openJoined(deps.files, key)
          if (!joined) throw notFound()
          return sendFile(request, reply, new FileAnswer(joined, { type: 'video/mp4', headers: caching }))
        }
        const found = await deps.files.open(`${publishedPath(key)}/${name}`, request.headers.range)
        if (!found) throw notFound()
        const { status, stream } = found
        const headers = { ...found.headers, ...caching }
        return sendFile(request, reply, new FileAnswer(stream, { status, type: typeOf(name), headers }))
      },
    })
  })
}

const types: Readonly<Record<string, string>> = {
  m3u8: 'application/vnd.apple.mpegurl',
  m4s: 'video/mp4',
  mp4: 'video/mp4',
  webm: 'video/webm',
  jpg: 'image/jpeg',
}
const typeOf = (name: string) => types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'

/** Short, so that a browser can seek back but not watch on after access has ended. */
const caching = { 'cache-control': 'private, max-age=300' }

const expired = 'This link has expired. Please open the recording again from its course.'

/** Enough for two hundred students of one network who fetch the parts of a playlist. */
const fetches = { name: 'recording', calls: 12_000, minutes: 1 }
