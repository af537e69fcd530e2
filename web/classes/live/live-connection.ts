import type { EnteredClass } from '#contract/classes/live-class.ts'
import { type ClassEvent, type ClassRequest, closeCodes } from '#contract/classes/live-messages.ts'

/** Where the connection of this window stands. */
export type LiveStatus =
  | { state: 'connecting' | 'open' | 'reconnecting' | 'removed' | 'over' | 'elsewhere' | 'flooded' }
  | { state: 'refused'; error: unknown }

interface Options {
  /** Asks the server to let the person in. */
  enter: () => Promise<EnteredClass>
  /** Whether an error of `enter` will not go away by itself. */
  isFinal: (error: unknown) => boolean
  onEntered: (entered: EnteredClass) => void
  onEvent: (event: ClassEvent) => void
  onStatus: (status: LiveStatus) => void
}

/** Milliseconds before a lost connection is tried again: doubling. The return of the network is tried at once. */
const shortestPause = 300
const longestPause = 3000
/** Milliseconds before the end of a token at which the next one is asked for. */
const renewBefore = 90_000

type Kept = Extract<ClassRequest, { client_id: string }>

/** The connection of this window to a live class. It comes back by itself, and what was written meanwhile is sent then. */
export class LiveConnection {
  readonly #options: Options
  #socket: WebSocket | undefined
  #stopped = false
  #pause = shortestPause
  #retry: number | undefined
  #renew: number | undefined
  /** What the server has not confirmed, by its own id. */
  readonly #unconfirmed = new Map<string, Kept>()

  constructor(options: Options) {
    this.#options = options
  }

  start(): void {
    addEventListener('online', this.#hurry)
    this.#options.onStatus({ state: 'connecting' })
    void this.#connect()
  }

  stop(): void {
    this.#stopped = true
    removeEventListener('online', this.#hurry)
    clearTimeout(this.#retry)
    clearTimeout(this.#renew)
    this.#socket?.close(1000)
  }

  /** Asks the server again what this person may do. */
  async renew(): Promise<void> {
    await this.#enter().catch(() => undefined)
  }

  /** Sends a request. One with a `client_id` is sent again until the server has it. */
  send(request: ClassRequest): void {
    if ('client_id' in request) this.#unconfirmed.set(request.client_id, request)
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request))
  }

  #hurry = (): void => {
    if (this.#socket?.readyState === WebSocket.OPEN) return
    this.#pause = shortestPause
    clearTimeout(this.#retry)
    void this.#connect()
  }

  async #connect(): Promise<void> {
    if (this.#stopped) return
    try {
      const entered = await this.#enter()
      if (!this.#stopped) this.#open(entered)
    } catch (error) {
      if (this.#options.isFinal(error)) return this.#end({ state: 'refused', error })
      this.#later()
    }
  }

  /** Enters, and again before the token ends, so that a picture can be renewed at any time. */
  async #enter(): Promise<EnteredClass> {
    const entered = await this.#options.enter()
    this.#options.onEntered(entered)
    clearTimeout(this.#renew)
    const left = Date.parse(entered.token_expires_at) - Date.now() - renewBefore
    this.#renew = window.setTimeout(() => void this.#enter().catch(() => undefined), Math.max(10_000, left))
    return entered
  }

  #open({ live_url, ticket }: EnteredClass): void {
    const url = new URL(`${live_url}?ticket=${encodeURIComponent(ticket)}`, location.href)
    url.protocol = url.protocol.replace('http', 'ws')
    const socket = new WebSocket(url)
    this.#socket = socket
    socket.onmessage = ({ data }) => {
      const event = JSON.parse(String(data)) as ClassEvent
      if (event.type === 'resumed') this.#confirmOpen()
      if ('client_id' in event && event.client_id !== undefined && !(event.type === 'notice' && event.code === 'unavailable'))
        this.#unconfirmed.delete(event.client_id)
      this.#options.onEvent(event)
    }
    socket.onclose = ({ code }) => {
      if (this.#stopped || this.#socket !== socket) return
      if (code === closeCodes.removed) return this.#reenter()
      if (code === closeCodes.over) return this.#end({ state: 'over' })
      if (code === closeCodes.tookOver) return this.#end({ state: 'elsewhere' })
      if (code === closeCodes.tooMany) return this.#end({ state: 'flooded' })
      this.#later()
    }
  }

  /** Asks why: the answer of entering says whether it was the teacher, a payment or the end. */
  #reenter(): void {
    this.#options.onStatus({ state: 'removed' })
    void this.#connect()
  }

  #confirmOpen(): void {
    this.#pause = shortestPause
    this.#options.onStatus({ state: 'open' })
    for (const request of this.#unconfirmed.values()) this.send(request)
  }

  #later(): void {
    if (this.#stopped) return
    this.#options.onStatus({ state: 'reconnecting' })
    this.#retry = window.setTimeout(() => void this.#connect(), this.#pause)
    this.#pause = Math.min(longestPause, this.#pause * 2)
  }

  #end(status: LiveStatus): void {
    this.stop()
    this.#options.onStatus(status)
  }
}
