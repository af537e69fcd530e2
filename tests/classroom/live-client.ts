import { vi } from 'vitest'
import type { ClassEvent } from '#contract/classes/live-messages.ts'

type Of<Type extends ClassEvent['type']> = Extract<ClassEvent, { type: Type }>

/** A browser's connection to a live class. */
export class LiveClient {
  readonly events: ClassEvent[] = []
  closed: number | undefined
  readonly #socket: WebSocket

  constructor(url: string) {
    this.#socket = new WebSocket(url)
    this.#socket.addEventListener('message', ({ data }) => this.events.push(JSON.parse(String(data)) as ClassEvent))
    this.#socket.addEventListener('close', ({ code }) => (this.closed = code))
  }

  send(request: object): void {
    this.#socket.send(JSON.stringify(request))
  }

  sendText(text: string): void {
    this.#socket.send(text)
  }

  of<Type extends ClassEvent['type']>(type: Type): Of<Type>[] {
    return this.events.filter((event): event is Of<Type> => event.type === type)
  }

  /** Waits for the first event of a type that a test asks for. */
  async wait<Type extends ClassEvent['type']>(type: Type, fits: (event: Of<Type>) => boolean = () => true): Promise<Of<Type>> {
    return vi.waitUntil(() => this.of(type).find(fits))
  }

  waitClosed(): Promise<number> {
    return vi.waitUntil(() => this.closed)
  }

  close(): void {
    this.#socket.close()
  }
}
