import type { EnteredClass } from '#contract/classes/live-class.ts'
import type { ChatMessage, ClassEvent } from '#contract/classes/live-messages.ts'

/** Milliseconds before a browser tries again. */
const again = 200

interface Door {
  /** Enters the class. Returns undefined while the school can't answer. */
  enter(): Promise<Pick<EnteredClass, 'live_url' | 'ticket'> | undefined>
  /** The address of a server that runs, such as `http://127.0.0.1:3000`. */
  server(): string
}

/** A student's page without a screen: it writes, comes back when the line breaks, and sends again what nobody confirmed. */
export class ChattingStudent {
  readonly heard: ChatMessage[] = []
  /** Messages that came again, which the page does not show twice. */
  repeats = 0
  reconnects = -1
  readonly #door: Door
  readonly #waiting = new Map<string, string>()
  #last = 0
  #socket: WebSocket | undefined
  #stopped = false

  constructor(door: Door) {
    this.#door = door
    void this.#connect()
  }

  write(clientId: string, text: string): void {
    this.#waiting.set(clientId, text)
    this.#send(clientId, text)
  }

  get unconfirmed(): number {
    return this.#waiting.size
  }

  close(): void {
    this.#stopped = true
    this.#socket?.close()
  }

  #send(clientId: string, text: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN)
      this.#socket.send(JSON.stringify({ type: 'chat', client_id: clientId, text }))
  }

  async #connect(): Promise<void> {
    const entered = await this.#door.enter().catch(() => undefined)
    if (this.#stopped) return
    if (!entered) return void setTimeout(() => void this.#connect(), again)
    const socket = new WebSocket(`${this.#door.server().replace('http', 'ws')}${entered.live_url}?ticket=${entered.ticket}`)
    this.#socket = socket
    socket.addEventListener('open', () => {
      this.reconnects += 1
      socket.send(JSON.stringify({ type: 'resume', after: this.#last }))
    })
    socket.addEventListener('message', ({ data }) => this.#hear(JSON.parse(String(data)) as ClassEvent))
    socket.addEventListener('close', () => {
      if (!this.#stopped) setTimeout(() => void this.#connect(), again)
    })
  }

  #hear(event: ClassEvent): void {
    if (event.type === 'resumed') for (const [id, text] of this.#waiting) this.#send(id, text)
    if (event.type !== 'chat') return
    this.#waiting.delete(event.client_id)
    if (event.id <= this.#last) {
      this.repeats += 1
      return
    }
    this.#last = event.id
    this.heard.push(event)
  }
}
