import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import websocket, { type WebSocket } from '@fastify/websocket'
import { type ClassRequest, classRequest, closeCodes, type KeptEvent, type OwnEvent } from '#contract/classes/live-messages.ts'
import { isId } from '#contract/rules.ts'
import { readEngineState } from '#server/classes/classroom/engine/call-engine.ts'
import { hasRight } from '#server/classes/classroom/engine/class-rights.ts'
import { findEngine } from '#server/classes/classroom/engine/pin-engine.ts'
import type { Deps } from '#server/deps.ts'
import { one, row, statement } from '#server/platform/db/query.ts'
import { HttpError } from '#server/platform/errors/errors.ts'
import { addToClass, type PersonInClass } from './class-people.ts'
import { ClassConnection } from './class-connection.ts'
import { readKeptEvents } from './kept-events.ts'
import { LiveHub } from './live-hub.ts'
import { endClass, giveScreen, giveVoice, moveHand, mute, removeFromClass, silence } from './moderate.ts'
import { takeTicket } from './open-ticket.ts'
import { readPresentPeople } from './presence.ts'
import { Allowance, flood } from './allowance.ts'
import {
  askQuestion,
  beginTopic,
  choose,
  decideQuestion,
  discardPoll,
  endPoll,
  markMoment,
  openPoll,
  preparePoll,
  readPreparedPolls,
  removeFromChat,
  sayInChat,
  voteForQuestion,
  type Writer,
} from './write-events.ts'

const largestFrame = 16 * 1024
/** A class of a hundred in one building, whose line drops and comes back. */
const network = { name: 'class-live', calls: 6000, minutes: 10 }
const ofHosts: ReadonlySet<ClassRequest['type']> = new Set([
  'chat_removed',
  'question_state',
  'voice',
  'screen',
  'silence',
  'mute',
  'remove',
  'poll',
  'poll_prepare',
  'poll_discard',
  'poll_close',
  'topic',
  'end',
])

const liveClassState = statement<{ last: number; ended: boolean; now: string }>(
  'live_class_state',
  `select last_event::float8 as last, closed_at is not null as ended, class_instant(app_now()) as now from live_classes where session_id = $1`,
)
const isClassMuted = statement<{ muted: boolean }>(
  'is_class_muted',
  `select muted_at is not null as muted from class_people where id = $1`,
)
const plannedClassTopics = statement<{ topics: string[] }>(
  'planned_class_topics',
  `select array_remove(array[nullif(n.module, ''), nullif(n.topic, '')], null) as topics from numbered_sessions n where n.id = $1`,
)

/** Whether an address is the connection of a live class. */
export const isLiveSocket = (url: string | undefined): boolean => /^\/api\/classroom\/\d+\/live\//.test(url ?? '')

interface LiveCall {
  Params: { id: string }
  Querystring: { ticket?: string; after?: string }
}

/** Mounts the connection of a live class: a WebSocket, opened by a ticket that is used once. */
export async function liveSocket(app: FastifyInstance, deps: Deps): Promise<void> {
  // The plugin would answer every upgrade, also those of Vite.
  const upgrades = new EventEmitter()
  app.server.on('upgrade', (request, socket, head) => {
    if (isLiveSocket(request.url)) upgrades.emit('upgrade', request, socket, head)
  })
  await app.register(websocket, { options: { maxPayload: largestFrame, server: upgrades as Server } })
  const hub = new LiveHub(deps)
  await app.register(async (scope) => {
    scope.get<LiveCall>(
      '/api/classroom/:id/live/',
      { websocket: true, schema: { hide: true }, config: { limit: network } },
      (socket, { params, query }) => {
        void serve(deps, hub, socket, params.id, query.ticket ?? '').catch((error: unknown) => {
          deps.log.warn({ err: error }, 'a connection to a class failed')
          socket.close(1013, 'try again')
        })
      },
    )
  })
}

async function serve(deps: Deps, hub: LiveHub, socket: WebSocket, id: string, ticket: string): Promise<void> {
  // Frames that come before the person is known wait.
  const early: string[] = []
  const keep = (data: Buffer) => void early.push(data.toString())
  socket.on('message', keep)
  socket.on('error', () => undefined)
  const sessionId = isId(id) ? Number(id) : 0
  const named = await takeTicket(deps.db, sessionId, ticket)
  if (!named) return socket.close(closeCodes.signIn, 'the ticket is not valid')
  if (!(await hasRight(deps.db, sessionId, named))) return socket.close(closeCodes.removed, 'no right')
  const found = await addToClass(deps.db, sessionId, named)
  const connection = new ClassConnection(socket, { ...found, sessionId }, named)
  const leave = () =>
    void hub
      .leave(connection)
      .catch((error: unknown) => deps.log.warn({ err: error }, 'the end of a presence could not be written'))
  socket.once('close', leave)
  await connection.replay(async () => {
    await hub.join(connection)
    return greet(deps, connection)
  })
  connection.send({ type: 'resumed', id: connection.last, at: new Date().toISOString() })
  const allowance = new Allowance()
  let waiting = 0
  let isSlowed = false
  let last = Promise.resolve()
  // One after the other, so that what a person writes keeps its order. Who is too quick waits, and loses nothing.
  const handle = (text: string) => {
    waiting += 1
    if (waiting > flood) return socket.close(closeCodes.tooMany, 'too many')
    last = last.then(async () => {
      waiting -= 1
      if (socket.readyState !== socket.OPEN) return
      const pause = allowance.take()
      if (pause > 0) {
        if (!isSlowed) notice(connection, 'slow_down', 'You are quick: what you send waits a moment.')
        await wait(pause)
      }
      isSlowed = pause > 0
      await answer(deps, hub, connection, text)
    })
  }
  socket.off('message', keep)
  socket.on('message', (data: Buffer) => handle(data.toString()))
  for (const text of early) handle(text)
  // It may have closed while it joined.
  if (socket.readyState !== socket.OPEN) leave()
}

/** Tells a person how the class stands. Returns its last messages. */
async function greet(deps: Deps, connection: ClassConnection): Promise<KeptEvent[]> {
  const { sessionId, id, person } = connection.writer
  const [state, people, muted, topics, sources] = await Promise.all([
    one(deps.db, liveClassState, [sessionId]),
    readPresentPeople(deps.db, sessionId),
    one(deps.db, isClassMuted, [id]),
    row(deps.db, plannedClassTopics, [sessionId]),
    liveSources(deps, sessionId),
  ])
  connection.send({
    type: 'hello',
    id: state.last,
    at: state.now,
    person,
    people: people.map(({ person: other }) => other),
    hands: people.filter(({ hand }) => hand).map(({ person: other }) => other.id),
    voices: people.filter(({ voice }) => voice).map(({ person: other }) => other.id),
    screen: people.find(({ screen }) => screen)?.person.id ?? null,
    muted: muted.muted,
    topics: topics?.topics ?? [],
    sources,
    ended: state.ended,
  })
  if (person.role === 'host') for (const poll of await readPreparedPolls(deps, sessionId)) connection.send(poll)
  return readKept(deps, connection, 0)
}

/** A guest sees nothing of what was written before. */
const readKept = (deps: Deps, { writer, named }: ClassConnection, after: number) =>
  readKeptEvents(deps.db, writer.sessionId, after, named.kind === 'guest')

async function liveSources(deps: Deps, sessionId: number): Promise<string[]> {
  const engine = await findEngine(deps.db, sessionId)
  const state = engine && (await readEngineState(deps, engine).catch(() => undefined))
  return state?.rooms.find(({ room }) => room === String(sessionId))?.sources ?? []
}

const notice = (connection: ClassConnection, code: string, message: string, clientId?: string): void =>
  connection.send({
    type: 'notice',
    at: new Date().toISOString(),
    code,
    message,
    ...(clientId !== undefined && { client_id: clientId }),
  } satisfies OwnEvent)

async function answer(deps: Deps, hub: LiveHub, connection: ClassConnection, text: string): Promise<void> {
  const { writer } = connection
  const request = readRequest(text)
  if (!request) return notice(connection, 'invalid', 'This message can not be read.')
  const clientId = 'client_id' in request ? request.client_id : undefined
  if (ofHosts.has(request.type) && writer.person.role !== 'host')
    return notice(connection, 'forbidden', 'Only a teacher can do this.')
  try {
    const again = await act(deps, hub, writer, request)
    if (again) connection.confirm(again)
    if (request.type === 'mark') connection.send({ type: 'marked', at: new Date().toISOString(), client_id: request.client_id })
    if (request.type === 'resume') {
      const events = await connection.replay(() => readKept(deps, connection, request.after))
      connection.send({ type: 'resumed', id: events.at(-1)?.id ?? request.after, at: new Date().toISOString() })
    }
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) return notice(connection, 'refused', error.body.message, clientId)
    deps.log.warn({ err: error, type: request.type }, 'a message of a class could not be handled')
    notice(connection, 'unavailable', 'This could not be sent. It is tried again.', clientId)
  }
}

function readRequest(text: string): ClassRequest | undefined {
  try {
    return classRequest.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

async function act(deps: Deps, hub: LiveHub, writer: Writer, request: ClassRequest) {
  const { sessionId } = writer
  switch (request.type) {
    case 'chat':
      return sayInChat(deps, writer, request)
    case 'chat_removed':
      return removeFromChat(deps, writer, request).then(nothing)
    case 'question':
      return askQuestion(deps, writer, request)
    case 'question_vote':
      return voteForQuestion(deps, writer, request).then(nothing)
    case 'question_state':
      return decideQuestion(deps, writer, request).then(nothing)
    case 'hand':
      return moveHand(deps, writer, request.up, ownOr(writer, request.person)).then(nothing)
    case 'voice':
      return giveVoice(deps, sessionId, request.person, request.allowed).then(nothing)
    case 'screen':
      return giveScreen(deps, sessionId, request.person, request.allowed).then(nothing)
    case 'silence':
      return silence(deps, sessionId).then(nothing)
    case 'mute':
      return mute(deps, sessionId, request.person, request.muted).then(nothing)
    case 'remove':
      return removeFromClass(deps, sessionId, request.person).then(nothing)
    case 'poll':
      return openPoll(deps, writer, request).then(nothing)
    case 'poll_prepare':
      return preparePoll(deps, writer, request).then(nothing)
    case 'poll_discard':
      return discardPoll(deps, writer, request).then(nothing)
    case 'poll_close':
      return endPoll(deps, writer, request).then(nothing)
    case 'poll_answer':
      return choose(deps, writer, request).then(nothing)
    case 'topic':
      return beginTopic(deps, writer, request).then(nothing)
    case 'lost':
      return hub.noteLost(writer).then(nothing)
    case 'mark':
      return markMoment(deps, writer, request).then(nothing)
    case 'end':
      return endClass(deps, sessionId).then(nothing)
    case 'resume':
      return undefined
  }
}

const nothing = () => undefined

/** Only a teacher moves the hand of another person. */
const ownOr = ({ person }: PersonInClass, other: string | undefined) =>
  person.role === 'host' ? (other ?? person.id) : person.id
