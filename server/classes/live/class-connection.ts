import { randomUUID } from 'node:crypto'
import type { WebSocket } from '@fastify/websocket'
import { type ClassEvent, closeCodes, type KeptEvent } from '#contract/classes/live-messages.ts'
import type { NamedPerson } from '#server/classes/classroom/engine/class-rights.ts'
import type { Writer } from './write-events.ts'

/** Bytes that a browser may leave unread. It comes back and gets what it missed. */
const mostUnread = 1024 * 1024

/** The connection of one browser to a live class. Its browser gets kept events in their order, each once. */
export class ClassConnection {
  readonly id = randomUUID()
  readonly socket: WebSocket
  readonly writer: Writer
  readonly named: NamedPerson
  /** The newest kept event that was sent. */
  #last = 0
  /** While older events are read, newer ones wait. */
  #holds = 0
  #held: ClassEvent[] = []

  constructor(socket: WebSocket, writer: Writer, named: NamedPerson) {
    this.socket = socket
    this.writer = writer
    this.named = named
  }

  get last(): number {
    return this.#last
  }

  /** Tells an event of the class. A kept one that was sent before is left out. */
  tell(event: ClassEvent): void {
    if (isForHosts(event) && this.writer.person.role !== 'host') return
    if (this.#holds > 0) {
      this.#held.push(event)
      return
    }
    if ('id' in event) {
      if (event.id <= this.#last) return
      this.#last = event.id
    }
    this.send(event)
    if (event.type === 'removed' && event.person === this.writer.person.id) this.socket.close(closeCodes.removed, 'removed')
    if (event.type === 'ended') this.socket.close(closeCodes.over, 'over')
  }

  /** Sends what the class has kept before all that is told meanwhile. @param read reads it from the database */
  async replay<Read extends readonly KeptEvent[]>(read: () => Promise<Read>): Promise<Read> {
    this.#holds += 1
    try {
      const kept = await read()
      for (const event of kept) {
        this.#last = Math.max(this.#last, event.id)
        this.send(event)
      }
      return kept
    } finally {
      this.#holds -= 1
      if (this.#holds === 0) for (const event of this.#held.splice(0)) this.tell(event)
    }
  }

  /** Tells the sender of a copy how the first one stands, unless that is still to be told in its turn. */
  confirm(event: KeptEvent): void {
    if (event.id <= this.#last) this.send(event)
  }

  /** Sends to this browser alone. One that does not read is closed. */
  send(event: ClassEvent): void {
    if (this.socket.readyState !== this.socket.OPEN) return
    if (this.socket.bufferedAmount > mostUnread) this.socket.terminate()
    else this.socket.send(JSON.stringify(event))
  }
}

const forHosts: ReadonlySet<ClassEvent['type']> = new Set(['lost', 'answers', 'prepared_poll', 'prepared_poll_gone'])
const isForHosts = ({ type }: ClassEvent) => forHosts.has(type)
