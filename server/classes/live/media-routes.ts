import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ClassLayer, classLayer, classSource } from '#contract/classes/classroom-engine.ts'
import { isId } from '#contract/rules.ts'
import { callEngine, type EngineAddress, EngineGone, roomPath } from '#server/classes/classroom/engine/call-engine.ts'
import { hasRight, readPersonKey } from '#server/classes/classroom/engine/class-rights.ts'
import { findEngine, noteGone } from '#server/classes/classroom/engine/pin-engine.ts'
import type { Deps } from '#server/deps.ts'
import { one, statement } from '#server/platform/db/query.ts'
import {
  forbidden,
  HttpError,
  invalid,
  notFound,
  unauthenticated,
  unavailable,
  unsupportedMediaType,
} from '#server/platform/errors/errors.ts'
import { limitAccount } from '#server/platform/http/limits.ts'
import { type ClassToken, readClassToken } from './class-token.ts'
import { takeScreen } from './moderate.ts'

const sdpType = 'application/sdp'
/** Characters of an offer. A browser's has about 5,000. */
const mostCharacters = 32_000
/** A class of a hundred in one building, whose line drops and comes back. */
const network = { name: 'class-media', calls: 12_000, minutes: 10 }
/** A line that breaks every few seconds, with four sources. */
const account = { name: 'class-media', calls: 400, minutes: 10 }

const isPast = statement<{ past: boolean }>('is_past', `select to_timestamp($1::float8) <= app_now() as past`)

const mayStudentSend = statement<{ voice: boolean; screen: boolean }>(
  'may_student_send',
  `select coalesce(bool_or(voice_at is not null), false) as voice, coalesce(bool_or(screen_at is not null), false) as screen
   from class_people where session_id = $1 and user_id = $2 and removed_at is null`,
)

interface MediaCall {
  Params: { id: string; source?: string; connection?: string }
  Querystring: { source?: string; layer?: string }
  Body: string
}

/**
 * Mounts the calls by which browsers and OBS send (WHIP, RFC 9725) and watch (WHEP) a class. They stand beside the contract, whose calls
 * take JSON. The offer goes to the engine of the class; who may offer what is decided here.
 */
export function mediaRoutes(app: FastifyInstance, deps: Deps): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(sdpType, { parseAs: 'string' }, (_request, body, done) => done(null, body))
    const common = { schema: { hide: true }, config: { limit: network }, bodyLimit: mostCharacters }
    scope.post<MediaCall>('/api/classroom/:id/whip/:source/', common, async (request, reply) => {
      const { token, engine, sessionId } = await admit(deps, request)
      const source = readSource(request.params.source)
      if (!(await maySend(deps, token, source))) throw forbidden()
      // A teacher who shares takes the stage back, so that two do not replace each other's screen.
      if (source === 'screen' && token.role === 'host') await takeScreen(deps, sessionId)
      const answer = await offer(deps, engine, request, {
        path: `${roomPath(sessionId)}/publishers`,
        query: { source, person: token.person },
      })
      return made(reply, answer, `/api/classroom/${sessionId}/whip/${source}/`)
    })
    scope.post<MediaCall>('/api/classroom/:id/whep/', common, async (request, reply) => {
      const { token, engine, sessionId } = await admit(deps, request)
      const source = readSource(request.query.source ?? 'camera')
      const answer = await offer(deps, engine, request, {
        path: `${roomPath(sessionId)}/viewers`,
        query: { source, person: token.person, layer: readLayer(request.query.layer) },
      })
      return made(reply, answer, `/api/classroom/${sessionId}/whep/`)
    })
    for (const path of ['/api/classroom/:id/whip/:source/:connection/', '/api/classroom/:id/whep/:connection/']) {
      scope.delete<MediaCall>(path, common, async (request, reply) => {
        const { token, engine, sessionId } = await admit(deps, request)
        await changeConnection(deps, engine, request, { method: 'DELETE', sessionId, person: token.person })
        return reply.code(204).header('cache-control', 'no-store').send()
      })
      // All candidates are in the answer.
      scope.patch<MediaCall>(path, common, async () => {
        throw new HttpError(405, 'invalid', 'The answer has all candidates already.')
      })
    }
    // Changes the picture of a connection without a new one: `layer` is auto, high, low or sound.
    scope.put<MediaCall>('/api/classroom/:id/whep/:connection/layer/', common, async (request, reply) => {
      const { token, engine, sessionId } = await admit(deps, request)
      const layer = readLayer(request.query.layer)
      await changeConnection(deps, engine, request, { method: 'PATCH', sessionId, person: token.person, layer })
      return reply.code(204).header('cache-control', 'no-store').send()
    })
  })
}

/** The token of a call, whose person still has a right to the class. @throws HttpError 401, 404; 409 when the class has another engine now */
async function admit(
  deps: Deps,
  request: FastifyRequest<MediaCall>,
): Promise<{ token: ClassToken; engine: EngineAddress; sessionId: number }> {
  if (request.method === 'POST' && request.headers['content-type'] !== sdpType) throw unsupportedMediaType()
  const token = await readClassToken(deps.config, request.headers.authorization)
  if (!token || (await one(deps.db, isPast, [token.expiresAt])).past) throw unauthenticated()
  const person = readPersonKey(token.person)
  const { id } = request.params
  if (!isId(id) || Number(id) !== token.sessionId || !person) throw notFound('Class not found.')
  if (!(await hasRight(deps.db, token.sessionId, person))) throw notFound('Class not found.')
  const { kind } = person
  if (kind !== 'guest') await limitAccount(deps, { kind, id: person.id }, account)
  const engine = await findEngine(deps.db, token.sessionId)
  if (engine?.id !== token.engineId)
    throw new HttpError(409, 'engine_changed', 'The class goes on elsewhere. Please enter it again.')
  return { token, engine, sessionId: token.sessionId }
}

/** A host sends everything of a teacher; a student the own voice and screen, with the microphone and the stage that a teacher gave. */
async function maySend(deps: Deps, { role, person, sessionId }: ClassToken, source: string): Promise<boolean> {
  const isVoice = source.startsWith('voice-')
  if (role === 'host') return !isVoice
  const named = readPersonKey(person)
  if (named?.kind !== 'student' || (source !== 'screen' && source !== `voice-${person}`)) return false
  const may = await one(deps.db, mayStudentSend, [sessionId, named.id])
  return isVoice ? may.voice : may.screen
}

function readSource(text: string | undefined): string {
  const source = classSource.safeParse(text).data
  if (source === undefined) throw invalid('There is no such source.')
  return source
}

function readLayer(text: string | undefined): ClassLayer {
  const layer = classLayer.safeParse(text ?? 'auto').data
  if (layer === undefined) throw invalid('There is no such layer.')
  return layer
}

async function offer(
  deps: Deps,
  engine: EngineAddress,
  { body }: FastifyRequest<MediaCall>,
  { path, query }: { path: string; query: Record<string, string> },
): Promise<Response> {
  if (typeof body !== 'string' || body === '') throw invalid('The offer is missing.')
  const answer = await reach(deps, engine, () => callEngine(deps, engine, { method: 'POST', path, query, body }))
  if (answer.ok) return answer
  const { code, message } = (await answer.json().catch(() => ({}))) as { code?: string; message?: string }
  if (code === 'full') {
    throw new HttpError(503, 'class_full', 'This class has as many viewers as it can take. Please try again in a minute.', {
      retryAfter: 60,
    })
  }
  throw invalid(code === 'offer' && message !== undefined ? message : 'The offer can not be answered.')
}

async function changeConnection(
  deps: Deps,
  engine: EngineAddress,
  { params }: FastifyRequest<MediaCall>,
  { method, sessionId, person, layer }: { method: 'DELETE' | 'PATCH'; sessionId: number; person: string; layer?: ClassLayer },
): Promise<void> {
  const path = `${roomPath(sessionId)}/connections/${encodeURIComponent(params.connection ?? '')}`
  const query = { person, ...(layer !== undefined && { layer }) }
  const answer = await reach(deps, engine, () => callEngine(deps, engine, { method, path, query }))
  if (!answer.ok) throw notFound('This connection is over.')
}

/** @throws HttpError 503 when the engine is gone, which is noted so that the class gets another one */
async function reach(deps: Deps, engine: EngineAddress, call: () => Promise<Response>): Promise<Response> {
  return call().catch(async (error: unknown) => {
    if (!(error instanceof EngineGone)) throw error
    await noteGone(deps.db, engine)
    throw unavailable('The classroom is starting again. Please try again in a few seconds.', 1)
  })
}

async function made(reply: FastifyReply, answer: Response, path: string): Promise<FastifyReply> {
  const id = answer.headers.get('x-connection') ?? ''
  return reply
    .code(201)
    .headers({ location: `${path}${id}/`, 'cache-control': 'no-store', 'content-type': sdpType })
    .send(await answer.text())
}
