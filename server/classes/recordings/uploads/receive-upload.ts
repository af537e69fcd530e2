import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Staff } from '#server/platform/auth/principal.ts'
import { system } from '#server/platform/auth/principal.ts'
import { givesClass, teacherOf } from '#server/classes/sessions/taught-classes.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { HttpError, notFound, unavailable } from '#server/platform/errors/errors.ts'
import { bytesOfBody, hasSpace, holdSpaceOfCall, nearlyFull } from '#server/platform/files/free-space.ts'
import { openOnce } from '#server/platform/process/open-once.ts'
import { finishUpload } from './finish-upload.ts'

/** Bytes that are written between two looks at the free space. */
const lookEvery = 16 * 1024 * 1024

interface WrittenUpload {
  key: string
  size: number
  state: 'receiving' | 'preparing' | 'failed'
}
const writtenUpload = statement<WrittenUpload>(
  'written_upload',
  `select u.key, u.size_bytes::float8 as size, u.state from recording_uploads u join numbered_sessions n on n.id = u.session_id
   where u.id = $1 and ($2::integer is null or ${givesClass('n', '$2')})`,
)

/** Takes bytes of uploads by the tus protocol, version 1.0.0. */
export function uploadReceiver(deps: Deps) {
  const server = openOnce(async () => {
    const [datastore, { Server }, { uploadLocker }] = await Promise.all([
      deps.files.arrivals.store(),
      import('@tus/server'),
      import('./upload-lock.ts'),
    ])
    // The console is of this origin.
    return new Server({ path: '/', datastore, locker: uploadLocker(deps.db), allowedOrigins: [] })
  })
  /**
   * Answers one HEAD or PATCH of an upload. A request that stops half way keeps what has arrived, also when it stops because the
   * disk is nearly full.
   * @throws HttpError 404, 507; otherwise what the protocol says, such as 409 for another offset
   */
  return async (staff: Staff, request: FastifyRequest, reply: FastifyReply, id: number): Promise<Response> => {
    const upload = await row(deps.db, writtenUpload, [id, teacherOf(staff, 'recordings:write')])
    if (!upload) throw notFound('Upload not found.')
    const body = request.method === 'PATCH' ? await openBody(request.raw, reply, upload) : undefined
    const protocol = await server.use()
    // What nobody has read is discarded, so that the connection takes the next request.
    const answer = await protocol.handleWeb(requestOf(request, upload.key, body?.stream)).finally(() => body?.end())
    if (body?.ranOutOfSpace()) throw nearlyFull()
    if (answer.status >= 400) throw await errorOf(answer)
    // Also where a process was killed between the last byte and this.
    if (upload.state === 'receiving') await finishUpload(deps, system, { id })
    return answer
  }

  /** Opens the bytes of a PATCH, which end early when the disk would not keep its reserve. @throws HttpError 507 */
  async function openBody(message: IncomingMessage, reply: FastifyReply, { key, size }: WrittenUpload) {
    const missing = async () => size - ((await deps.files.arrivals.received(key)) ?? 0)
    const announced = message.headers['content-length'] === undefined ? await missing() : bytesOfBody(message, 0)
    // In a bucket nothing of it is written here.
    const hold = await holdSpaceOfCall(deps.config, deps.config.s3 ? 0 : announced, reply.raw)
    let ranOut = false
    async function* whileThereIsSpace() {
      let rest = announced
      let unlooked = 0
      let written = 0
      try {
        // The connection stays open for the answer.
        for await (const chunk of message.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
          rest -= chunk.length
          unlooked += chunk.length
          if (unlooked >= lookEvery) {
            // What came since the look before may still be on its way to the disk.
            hold.arrived(written)
            written = unlooked
            unlooked = 0
            ranOut = !deps.config.s3 && !(await hasSpace(deps.config, Math.min(lookEvery, Math.max(0, rest))))
            if (ranOut) throw nearlyFull()
          }
          yield chunk
        }
      } finally {
        message.resume()
      }
    }
    const stream = Readable.from(whileThereIsSpace())
    const end = () => {
      stream.destroy()
      message.resume()
    }
    return { stream, end, ranOutOfSpace: () => ranOut }
  }
}

function requestOf({ method, raw }: FastifyRequest, key: string, stream: Readable | undefined): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(raw.headers)) {
    if (typeof value === 'string' && /^(?:tus-|upload-|content-)/.test(name)) headers.set(name, value)
  }
  const body = stream ? { body: Readable.toWeb(stream) as ReadableStream<Uint8Array>, duplex: 'half' as const } : {}
  return new Request(`http://upload/${key}`, { method, headers, ...body })
}

async function errorOf(answer: Response): Promise<HttpError> {
  const text = (await answer.text()).trim()
  if (answer.status >= 500) {
    return Object.assign(unavailable('Videos can not be stored right now. Please try again in a minute.', 30), {
      cause: new Error(text),
    })
  }
  return new HttpError(answer.status, 'upload_refused', refusals[answer.status] ?? 'This part of the upload was refused.')
}

/** What a person reads for a status of the protocol. Programs that send files go by the status. */
const refusals: Readonly<Record<number, string>> = {
  409: 'This part does not follow what has arrived. Please choose the same file again: the upload goes on where it stopped.',
  410: 'What had arrived of this upload is gone. Please choose the file again.',
  413: 'The file has more bytes than the upload was begun with. Please choose the file again.',
}
