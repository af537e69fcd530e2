import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { z } from 'zod'
import { type ClassEvent, closeCodes, lostForMs } from '#contract/classes/live-messages.ts'
import { keepPeopleWithRight } from '#server/classes/classroom/engine/class-rights.ts'
import { connectionSettings } from '#server/platform/db/connect.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import type { ClassConnection } from './class-connection.ts'
import { readKeptEvents } from './kept-events.ts'
import { beginPresence, endPresence, seePresence } from './presence.ts'
import type { Writer } from './write-events.ts'

/** Milliseconds between two looks for people who may no longer be there, and at what was pressed. */
const lookEvery = 1000
const seeEvery = 15_000
const reconnectAfter = 1000
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
  /** Connections of each class with their presence. */
  readonly #classes = new Map<number, Map<ClassConnection, number>>()
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

  /** Adds a connection, which is told all events from now on. */
  async join(connection: ClassConnection): Promise<void> {
    const { sessionId, person } = connection.writer
    await this.#open()
    const presence = await beginPresence(this.#deps.db, connection.writer)
    this.#classes.set(sessionId, (this.#classes.get(sessionId) ?? new Map<ClassConnection, number>()).set(connection, presence))
    await this.#tellLiveClass({ session: sessionId, took_over: { person: person.id, connection: connection.id } })
  }

  /** Takes a connection out. It may be called again. */
  async leave(connection: ClassConnection): Promise<void> {
    const { sessionId } = connection.writer
    const others = this.#classes.get(sessionId)
    const presence = others?.get(connection)
    if (!others || presence === undefined) return
    others.delete(connection)
    if (others.size === 0) {
      this.#classes.delete(sessionId)
      this.#counts.delete(sessionId)
    }
    if (this.#classes.size === 0) this.#close()
    await endPresence(this.#deps.db, connection.writer, presence)
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
      for (const [sessionId, connections] of this.#classes) await this.#catchUp(sessionId, [...connections.keys()])
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'live classes can not be heard and are listened to again')
      this.#endListener()
      setTimeout(() => void this.#listenAgain(), reconnectAfter)
    }
  }

  /** Tells what came while nothing was heard, by one query for all. */
  async #catchUp(sessionId: number, connections: readonly ClassConnection[]): Promise<void> {
    const oldest = Math.min(...connections.map(({ last }) => last))
    const read = readKeptEvents(this.#deps.db, sessionId, oldest)
    await Promise.all(
      connections.map((connection) => connection.replay(async () => (await read).filter(({ id }) => id > connection.last))),
    )
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
    for (const one of this.#classes.get(sessionId)?.keys() ?? []) {
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
    for (const connection of this.#classes.get(sessionId)?.keys() ?? []) connection.tell(event)
  }

  /** Closes the connections of people who may no longer be there, and forgets presses that are over. */
  async #look(): Promise<void> {
    const connections = [...this.#classes.values()].flatMap((all) => [...all.keys()])
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
    const presences = [...this.#classes.values()].flatMap((all) => [...all.values()])
    await seePresence(this.#deps.db, presences).catch((error: unknown) =>
      this.#deps.log.warn({ err: error }, 'the presence of people in a class could not be written'),
    )
  }
}
