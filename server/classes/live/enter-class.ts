import type { JoinState } from '#contract/classes/classes.ts'
import type { ClassRole, EnteredClass } from '#contract/classes/live-class.ts'
import { type EngineAddress, EngineGone, readEngineState } from '#server/classes/classroom/engine/call-engine.ts'
import { type NamedPerson, hasRight } from '#server/classes/classroom/engine/class-rights.ts'
import { engineOf, noteGone } from '#server/classes/classroom/engine/pin-engine.ts'
import { readClassroomSession } from '#server/classes/classroom/classroom-session.ts'
import { type Attendee, findJoinable } from '#server/classes/join/find-joinable.ts'
import { personOf, refuseUnlessOpen } from '#server/classes/join/join-class.ts'
import type { Deps } from '#server/deps.ts'
import { one, statement } from '#server/platform/db/query.ts'
import { HttpError, notFound, unavailable } from '#server/platform/errors/errors.ts'
import { addToClass } from './class-people.ts'
import { classTokenLifetime, signClassToken } from './class-token.ts'
import { openTicket } from './open-ticket.ts'

const secondsNow = statement<{ now: number }>('seconds_now', `select floor(extract(epoch from app_now()))::float8 as now`)

/**
 * Enters a class that is held in the product: gives it an engine, and the person a token.
 * @throws HttpError 404 for anybody who is not of the class and for a class that is held elsewhere; 403 for who was sent out; 409 and 410 as joining; 503 while no engine
 * runs
 */
export async function enterClass(
  deps: Deps,
  caller: Attendee,
  sessionId: number,
  { reopens = false } = {},
): Promise<EnteredClass> {
  const state = await findJoinable(deps.db, caller, sessionId)
  const found = await readClassroomSession(deps.db, sessionId)
  if (found?.provider !== 'builtin') throw notFound('This class is held elsewhere.')
  const person = await personOf(deps, caller)
  const { engine, live } = await reachEngine(deps, sessionId)
  // A teacher who is on the air may run over, and whoever loses the line then comes back.
  if (!(live.length > 0 && (await runsOver(deps, state, { kind: caller.kind, id: caller.id })))) refuseUnlessOpen(state)
  const named: NamedPerson = { kind: caller.kind, id: caller.id }
  const { removed, ended, voice, screen } = await addToClass(deps.db, sessionId, named, { reopens })
  if (removed) throw new HttpError(403, 'removed', 'The teacher has asked you to leave this class.')
  if (ended)
    throw new HttpError(410, 'class_over', 'The teacher has ended this class.', { facts: { recording: state.recording } })
  const role: ClassRole = caller.kind === 'guest' ? 'guest' : person.role
  const expiresAt = (await one(deps.db, secondsNow)).now + classTokenLifetime
  const mayPublish = role === 'host'
  return {
    role,
    person: { id: person.id, name: person.name },
    live_url: `/api/classroom/${sessionId}/live/`,
    ticket: await openTicket(deps, sessionId, named),
    whep_url: `/api/classroom/${sessionId}/whep/`,
    whip_url: mayPublish || voice || screen ? `/api/classroom/${sessionId}/whip/` : null,
    token: await signClassToken(deps.config, { sessionId, person: person.id, role, engineId: engine.id, expiresAt }),
    token_expires_at: new Date(expiresAt * 1000).toISOString(),
    sources: sourcesOf(live),
    capabilities: { camera: mayPublish, screen: mayPublish || screen, layers: true },
  }
}

/** Sources as viewers see them: the small picture is a layer of the camera. */
function sourcesOf(live: readonly string[]): EnteredClass['sources'] {
  return live
    .filter((source) => source !== 'camera-low')
    .map((source) => ({ source, layers: source === 'camera' && live.includes('camera-low') ? ['high', 'low'] : ['high'] }))
}

const runsOver = async (deps: Deps, { state, session_id: sessionId }: JoinState, person: NamedPerson) =>
  state === 'over' && (await hasRight(deps.db, sessionId, person))

/** Returns the engine of a class with the sources that are on the air. One that is gone is replaced once. */
async function reachEngine(deps: Deps, sessionId: number): Promise<{ engine: EngineAddress; live: string[] }> {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const engine = await engineOf(deps.db, sessionId)
    if (!engine) break
    try {
      const { rooms } = await readEngineState(deps, engine)
      return { engine, live: rooms.find(({ room }) => room === String(sessionId))?.sources ?? [] }
    } catch (error) {
      if (!(error instanceof EngineGone)) throw error
      await noteGone(deps.db, engine)
    }
  }
  throw unavailable('The classroom is starting. Please try again in a few seconds.', 2)
}
