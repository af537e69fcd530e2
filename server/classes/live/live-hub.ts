import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { z } from 'zod'
import type { WebSocket } from '@fastify/websocket'
import { type ClassEvent, closeCodes, lostForMs, type PassingEvent } from '#contract/classes/live-messages.ts'
import { keepPeopleWithRight, type NamedPerson } from '#server/classes/classroom/engine/class-rights.ts'
import { connectionSettings } from '#server/platform/db/connect.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { readKeptEvents } from './kept-events.ts'
import { beginPresence, endPresence, seePresence } from './presence.ts'
import type { Writer } from './write-events.ts'

/** Milliseconds between two looks for people who may no longer be there, and at what was pressed. */
const lookEvery = 1000
const seeEvery = 15_000
const reconnectAfter = 1000
/** Bytes that a browser may leave unread. It comes back and gets what it missed. */
const mostUnread = 1024 * 1024

export interface Connection {
  id: string
  socket: WebSocket
  writer: Writer
  named: NamedPerson
  presence: number
}

/** What processes tellLiveClass each other beside the events of browsers. */
const told = z.object({
  session: z.int(),
  event: z.looseObject({ type: z.string() }).optional(),
  /** A person opened another connection. */
  took_over: z.object({ person: z.string(), connection: z.string() }).optional(),
  /** How many are lost among the people of one process. */
  lost: z.object({ process: z.string(), count: z.int() }).optional(),
})
type Told = z.infer<typeof told>

const tellLiveClass = statement('tell_live_class', `select pg_notify('live_class', $1)`)

/**
 * The connections of this process to live classes. Processes tellLiveClass each other of each event by PostgreSQL, so that a class may be
 * spread over all of them. It listens as long as somebody is connected.
 */
export class LiveHub {
  readonly #deps: Deps
  readonly #process = randomUUID()
  readonly #classes = new Map<number, Set<Connection>>()
  /** The newest kept event of each class that was delivered here. */
  readonly #newest = new Map<number, number>()
  /** Until when people of this process are lost, in milliseconds of `performance.now()`. Nobody else learns who. */
  readonly #lost = new Map<number, Map<string, number>>()
  /** How many are lost, by class and process. */
  readonly #counts = new Map<number, Map<string, number>>()
  #listener: pg.Client | undefined
  #opening: Promise<void> | undefined
  #timers: NodeJS.Timeout[] = []

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Adds a connection, which gets all events from now on. */
  async join(connection: Omit<Connection, 'presence'>): Promise<Connection> {
    const { sessionId } = connection.writer
    await this.#open()
    const joined = Object.assign(connection, { presence: await beginPresence(this.#deps.db, connection.writer) })
    const others = this.#classes.get(sessionId) ?? new Set()
    this.#classes.set(sessionId, others.add(joined))
    await this.#tellLiveClass({
      session: sessionId,
      took_over: { person: connection.writer.person.id, connection: connection.id },
    })
    return joined
  }

  async leave(connection: Connection): Promise<void> {
    const { sessionId } = connection.writer
    const others = this.#classes.get(sessionId)
    others?.delete(connection)
    if (others?.size === 0) {
      this.#classes.delete(sessionId)
      this.#newest.delete(sessionId)
      this.#counts.delete(sessionId)
    }
    if (this.#classes.size === 0) this.#close()
    await endPresence(this.#deps.db, connection.writer, connection.presence)
  }

  /** Counts a press of "I am lost" for two minutes. */
  async noteLost({ sessionId, person }: Writer): Promise<void> {
    const lost = this.#lost.get(sessionId) ?? new Map<string, number>()
    this.#lost.set(sessionId, lost.set(person.id, performance.now() + lostForMs))
    await this.#tellLost(sessionId)
  }

  async #tellLost(sessionId: number): Promise<void> {
    const count = this.#lost.get(sessionId)?.size ?? 0
    await this.#tellLiveClass({ session: sessionId, lost: { process: this.#process, count } })
  }

  async #tellLiveClass(message: Told): Promise<void> {
    await rows(this.#deps.db, tellLiveClass, [JSON.stringify(message)])
  }

  #open(): Promise<void> {
    this.#opening ??= this.#listen().then(() => {
      this.#timers = [setInterval(() => void this.#look(), lookEvery), setInterval(() => void this.#see(), seeEvery)]
    })
    return this.#opening.catch((error: unknown) => {
      this.#opening = undefined
      throw error
    })
  }

  #close(): void {
    for (const timer of this.#timers) clearInterval(timer)
    this.#timers = []
    this.#lost.clear()
    this.#opening = undefined
    this.#endListener()
  }

  async #listen(): Promise<void> {
    const listener = new pg.Client({ ...connectionSettings, connectionString: this.#deps.config.databaseUrl })
    this.#listener = listener
    const lose = () => {
      if (this.#listener !== listener) return
      this.#listener = undefined
      setTimeout(() => void this.#listenAgain(), reconnectAfter)
    }
    listener.on('error', lose)
    listener.on('end', lose)
    listener.on('notification', ({ payload }) => this.#receive(payload))
    await listener.connect()
    await listener.query('listen live_class')
  }

  /** Listens again after a loss, and delivers what was kept meanwhile. */
  async #listenAgain(): Promise<void> {
    if (this.#classes.size === 0 || this.#listener) return
    try {
      await this.#listen()
      for (const sessionId of this.#classes.keys()) {
        for (const event of await readKeptEvents(this.#deps.db, sessionId, this.#newest.get(sessionId) ?? 0)) {
          this.#deliver(sessionId, event)
        }
      }
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'live classes can not be heard and are listened to again')
      this.#endListener()
      setTimeout(() => void this.#listenAgain(), reconnectAfter)
    }
  }

  #endListener(): void {
    const listener = this.#listener
    this.#listener = undefined
    void listener?.end().catch(() => undefined)
  }

  #receive(payload: string | undefined): void {
    const message = told.safeParse(JSON.parse(payload ?? 'null')).data
    if (!message) return
    const { session, event, took_over: takeover, lost } = message
    if (event) this.#deliver(session, event as unknown as ClassEvent)
    if (takeover) this.#takeOver(session, takeover)
    if (lost) this.#countLost(session, lost)
  }

  #takeOver(sessionId: number, { person, connection }: { person: string; connection: string }): void {
    for (const one of this.#classes.get(sessionId) ?? []) {
      if (one.writer.person.id === person && one.id !== connection) one.socket.close(closeCodes.tookOver, 'opened elsewhere')
    }
  }

  #countLost(sessionId: number, { process, count }: { process: string; count: number }): void {
    if (!this.#classes.has(sessionId)) return
    const counts = this.#counts.get(sessionId) ?? new Map<string, number>()
    this.#counts.set(sessionId, counts.set(process, count))
    const sum = [...counts.values()].reduce((all, one) => all + one, 0)
    this.#deliver(sessionId, { type: 'lost', at: new Date().toISOString(), count: sum })
  }

  #deliver(sessionId: number, event: ClassEvent): void {
    const connections = this.#classes.get(sessionId)
    if (!connections) return
    if ('id' in event) this.#newest.set(sessionId, Math.max(event.id, this.#newest.get(sessionId) ?? 0))
    const text = JSON.stringify(event)
    for (const connection of connections) {
      if (isForHosts(event) && connection.writer.person.role !== 'host') continue
      sendText(connection.socket, text)
      if (event.type === 'removed' && event.person === connection.writer.person.id)
        connection.socket.close(closeCodes.removed, 'removed')
      if (event.type === 'ended') connection.socket.close(closeCodes.over, 'over')
    }
  }

  /** Closes the connections of people who may no longer be there, and forgets presses that are over. */
  async #look(): Promise<void> {
    const connections = [...this.#classes.values()].flatMap((all) => [...all])
    const people = connections.map(({ writer: { sessionId }, named }) => ({ sessionId, person: named }))
    const kept = await keepPeopleWithRight(this.#deps.db, people).catch(() => undefined)
    for (const { socket, writer } of connections) {
      // While the database is away, the class goes on.
      if (kept && !kept.has(`${writer.sessionId} ${writer.person.id}`)) socket.close(closeCodes.removed, 'no right')
    }
    for (const [sessionId, lost] of this.#lost) {
      const over = [...lost].filter(([, until]) => until <= performance.now())
      for (const [person] of over) lost.delete(person)
      if (over.length > 0) await this.#tellLost(sessionId).catch(() => undefined)
    }
  }

  async #see(): Promise<void> {
    const presences = [...this.#classes.values()].flatMap((all) => [...all].map(({ presence }) => presence))
    await seePresence(this.#deps.db, presences).catch((error: unknown) =>
      this.#deps.log.warn({ err: error }, 'the presence of people in a class could not be written'),
    )
  }
}

const forHosts: ReadonlySet<ClassEvent['type']> = new Set(['lost', 'answers', 'prepared_poll', 'prepared_poll_gone'])
const isForHosts = ({ type }: ClassEvent) => forHosts.has(type)

/** Sends a text, and closes a connection whose browser does not read. */
function sendText(socket: WebSocket, text: string): void {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > mostUnread) socket.terminate()
  else socket.send(text)
}

export function sendEvent(socket: WebSocket, event: ClassEvent | PassingEvent): void {
  sendText(socket, JSON.stringify(event))
}
