import type { FastifyInstance, FastifyReply } from 'fastify'
import { isId } from '#contract/rules.ts'
import { authorise } from '#server/platform/auth/authorise.ts'
import type { Deps } from '#server/deps.ts'
import { notFound, unsupportedMediaType } from '#server/platform/errors/errors.ts'
import { limitAccount } from '#server/platform/http/limits.ts'
import { uploadReceiver } from './receive-upload.ts'

const bytesType = 'application/offset+octet-stream'
/** Five gigabytes are a thousand parts. */
const network = { name: 'upload-part', calls: 12_000, minutes: 1 }
const account = { name: 'upload-part', calls: 3000, minutes: 10 }

/**
 * Mounts `HEAD` and `PATCH /api/staff/recording-uploads/{id}/file/`, which speak the tus protocol. They stand beside the
 * contract, whose calls take JSON.
 */
export function receiveRoutes(app: FastifyInstance, deps: Deps): void {
  const receive = uploadReceiver(deps)
  void app.register(async (scope) => {
    // The body is read by the protocol, part by part.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(bytesType, (_request, _body, done) => done(null))
    scope.route<{ Params: { id: string } }>({
      method: ['HEAD', 'PATCH'],
      url: '/api/staff/recording-uploads/:id/file/',
      schema: { hide: true },
      config: { limit: network },
      async onRequest(request) {
        request.principal = await authorise(deps, { staff: 'recordings:write' }, request.headers.authorization)
        if (request.method === 'HEAD') return
        if (request.headers['content-type'] !== bytesType) throw unsupportedMediaType()
      },
      async handler(request, reply) {
        const {
          principal: staff,
          params: { id },
        } = request
        if (staff?.kind !== 'staff' || !isId(id)) throw notFound('Upload not found.')
        await limitAccount(deps, staff, account)
        return answer(reply, await receive(staff, request, reply, Number(id)))
      },
    })
  })
}

function answer(reply: FastifyReply, { status, headers }: Response): FastifyReply {
  for (const name of ['tus-resumable', 'upload-offset', 'upload-length']) {
    const value = headers.get(name)
    if (value !== null) reply.header(name, value)
  }
  return reply.code(status).header('cache-control', 'no-store').send()
}
