import type { FastifyInstance } from 'fastify'
import { helloLimits } from '#contract/catalog/hello.ts'
import { instructors, removeHello as removeEndpoint, saveHello as saveEndpoint } from '#contract/catalog/staff/instructors.ts'
import type { Deps } from '#server/deps.ts'
import { visitor } from '#server/platform/auth/principal.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { FileAnswer, sendFile } from '#server/platform/http/file-answer.ts'
import { readForms } from '#server/platform/http/forms.ts'
import { versionsOf, withCurrent } from '#server/platform/http/resource.ts'
import { route } from '#server/platform/http/route.ts'
import { helloPath } from '#server/site/media/hello-path.ts'
import { readHello } from './read-hello.ts'
import { removeHello, saveHello } from './write-hello.ts'

/** A whole class may open the page of a course at once from one network, and a player asks for parts. */
const fetches = { name: 'hello', calls: 6000, minutes: 1 }

/** Mounts the calls for hellos of instructors, and `GET /media/hello/{key}.{mp4|webm|vtt}` with ranges. */
export function helloRoutes(app: FastifyInstance, deps: Deps): void {
  void app.register(async (scope) => {
    await readForms(scope, { file: helloLimits.bytes, field: 4 * helloLimits.words })
    route(scope, deps, saveEndpoint, (staff, { params: { id }, body: { file, captions }, ifMatch }) =>
      saveHello(deps, staff, { id, versions: versionsOf(ifMatch), file, captions }).catch(withCurrent(instructors.record)),
    )
  })
  route(app, deps, removeEndpoint, (staff, { params: { id }, ifMatch }) =>
    removeHello(deps, staff, { id, versions: versionsOf(ifMatch) }).catch(withCurrent(instructors.record)),
  )
  app.route<{ Params: { file: string } }>({
    // HEAD is answered here: the framework would read a whole video for its length.
    method: ['GET', 'HEAD'],
    url: '/media/hello/:file',
    schema: { hide: true },
    config: { limit: fetches },
    handler: async (request, reply) => {
      const [, key, type] = /^([\da-f]{32})\.(mp4|webm|vtt)$/.exec(request.params.file) ?? []
      // A hello that was removed ends at once, although its file goes later.
      const hello = key === undefined ? undefined : await readHello(deps, visitor, key)
      if (key === undefined || !hello) throw notFound()
      if (type === 'vtt')
        return sendFile(request, reply, new FileAnswer(hello.vtt, { type: 'text/vtt; charset=utf-8', headers: caching }))
      const found = type === hello.type ? await deps.files.open(helloPath(key, hello.type), request.headers.range) : undefined
      if (!found) throw notFound()
      const headers = { ...found.headers, ...caching, 'content-security-policy': "default-src 'none'" }
      return sendFile(
        request,
        reply,
        new FileAnswer(found.stream, { status: found.status, type: `video/${hello.type}`, headers }),
      )
    },
  })
}

const caching = { 'cache-control': 'public, max-age=300' }
