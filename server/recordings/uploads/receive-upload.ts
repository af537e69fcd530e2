import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Staff } from '../../auth/principal.ts'
import { system } from '../../auth/principal.ts'
import { givesClass, teacherOf } from '../../classes/taught-classes.ts'
import { row, statement } from '../../db/query.ts'
import type { Deps } from '../../deps.ts'
import { HttpError, notFound, unavailable } from '../../errors.ts'
import { openOnce } from '../../open-once.ts'
import { finishUpload } from './finish-upload.ts'
import type { RecordingFiles } from './recording-files.ts'

interface WrittenUpload {
  key: string
  state: 'receiving' | 'preparing' | 'failed'
}
const writtenUpload = statement<WrittenUpload>(
  'written_upload',
  `select u.key, u.state from recording_uploads u join numbered_sessions n on n.id = u.session_id
   where u.id = $1 and ($2::integer is null or ${givesClass('n', '$2')})`,
)

/** Takes bytes of uploads by the tus protocol, version 1.0.0. */
export function uploadReceiver(deps: Deps, files: RecordingFiles) {
  const server = openOnce(async () => {
    const [datastore, { Server }, { uploadLocker }] = await Promise.all([
      files.store(),
      import('@tus/server'),
      import('./upload-lock.ts'),
    ])
    // The console is of this origin.
    return new Server({ path: '/', datastore, locker: uploadLocker(deps.db), allowedOrigins: [] })
  })
  /**
   * Answers one HEAD or PATCH of an upload. A request that stops half way keeps what has arrived.
   * @throws HttpError 404; otherwise what the protocol says, such as 409 for another offset
   */
  return async (staff: Staff, request: FastifyRequest, id: number): Promise<Response> => {
    const upload = await row(deps.db, writtenUpload, [id, teacherOf(staff)])
    if (!upload) throw notFound('Upload not found.')
    const answer = await (await server.use()).handleWeb(requestOf(request, upload.key))
    if (answer.status >= 400) throw await errorOf(answer)
    // Also where a process was killed between the last byte and this.
    if (upload.state === 'receiving') await finishUpload(deps, system, files, { id })
    return answer
  }
}

function requestOf({ method, raw }: FastifyRequest, key: string): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(raw.headers)) {
    if (typeof value === 'string' && /^(?:tus-|upload-|content-)/.test(name)) headers.set(name, value)
  }
  const body = method === 'PATCH' ? { body: Readable.toWeb(raw) as ReadableStream<Uint8Array>, duplex: 'half' as const } : {}
  return new Request(`http://upload/${key}`, { method, headers, ...body })
}

async function errorOf(answer: Response): Promise<HttpError> {
  const text = (await answer.text()).trim()
  if (answer.status >= 500) {
    return Object.assign(unavailable('Videos can not be stored right now. Please try again in a minute.', 30), {
      cause: new Error(text),
    })
  }
  return new HttpError(answer.status, 'upload_refused', text || 'This part of the upload was refused.')
}
