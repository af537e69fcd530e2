import { useCallback, useEffect, useRef, useState } from 'react'
import type { ClassLayer } from '#contract/classes/classroom-engine.ts'
import type { EnteredClass } from '#contract/classes/live-class.ts'
import { exchangeOffer, type MediaLine, OfferRefused } from './exchange-offer.ts'
import { type Reading, readReceived } from './meters.ts'

/** How a line to a source is. `full`: the class has as many viewers as it can take. */
type WatchState = 'connecting' | 'connected' | 'lost' | 'full'

export interface Watched {
  source: string
  stream: MediaStream
  state: WatchState
}

/** Milliseconds before a line that was lost is tried again, and for which one may be silent. */
const retryAfter = 1000
const silentFor = 3000
const fullRetryAfter = 15_000

/**
 * Keeps a line to each source that is on the air, and makes a new one when it is lost.
 * @param wanted sources to watch, in any order
 * @param renew asks for another token, when the one at hand is refused
 */
export function useWatching(
  entered: EnteredClass | undefined,
  wanted: readonly string[],
  layer: ClassLayer,
  renew: () => Promise<void>,
): { watched: readonly Watched[]; readLines: () => Promise<readonly Reading[]> } {
  const [watched, setWatched] = useState<readonly Watched[]>([])
  const lines = useRef(new Map<string, SourceLine>())
  const latest = useRef(entered)
  const key = wanted.toSorted().join(' ')
  const isEntered = entered !== undefined
  useEffect(() => {
    latest.current = entered
  }, [entered])
  useEffect(() => {
    if (!isEntered) return
    const current = lines.current
    const show = () => setWatched([...current.values()].map(({ source, stream, state }) => ({ source, stream, state })))
    const sources = key === '' ? [] : key.split(' ')
    for (const [source, line] of current) {
      if (sources.includes(source)) continue
      line.close()
      current.delete(source)
    }
    for (const source of sources) {
      if (!current.has(source))
        current.set(source, new SourceLine(source, layer, { entered: () => latest.current, renew, onChange: show }))
    }
    show()
    // The layer of a line that is open is changed below.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isEntered, key, renew])
  useEffect(() => {
    for (const line of lines.current.values()) line.choose(layer)
  }, [layer])
  useEffect(() => {
    const current = lines.current
    return () => {
      for (const line of current.values()) line.close()
      current.clear()
    }
  }, [])
  const readLines = useCallback(
    async () => (await Promise.all([...lines.current.values()].map((line) => line.read()))).filter((one) => one !== undefined),
    [],
  )
  return { watched, readLines }
}

interface LineOptions {
  entered: () => EnteredClass | undefined
  renew: () => Promise<void>
  onChange: () => void
}

/** The line to one source, for as long as the source is on the air. */
class SourceLine {
  readonly source: string
  stream = new MediaStream()
  state: WatchState = 'connecting'
  #layer: ClassLayer
  #line: MediaLine | undefined
  #closed = false
  #timer: number | undefined
  readonly #options: LineOptions

  constructor(source: string, layer: ClassLayer, options: LineOptions) {
    this.source = source
    this.#layer = layer
    this.#options = options
    void this.#open()
  }

  choose(layer: ClassLayer): void {
    if (layer === this.#layer) return
    this.#layer = layer
    const entered = this.#options.entered()
    // The screen stays as it is: its text must be read.
    if (!this.#line || !entered || this.source !== 'camera') return
    const headers = { authorization: `Bearer ${entered.token}` }
    void fetch(`${this.#line.location}layer/?layer=${layer}`, { method: 'PUT', headers }).catch(() => undefined)
  }

  /** How the line is; undefined while there is none. */
  async read(): Promise<Reading | undefined> {
    return this.#line && readReceived(this.source, this.#line.connection)
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#line?.close()
  }

  async #open(): Promise<void> {
    const entered = this.#options.entered()
    if (this.#closed || !entered) return
    const connection = new RTCPeerConnection()
    const isVoice = this.source.startsWith('voice-')
    connection.addTransceiver('audio', { direction: 'recvonly' })
    if (!isVoice) connection.addTransceiver('video', { direction: 'recvonly' })
    const stream = new MediaStream()
    connection.ontrack = ({ track }) => stream.addTrack(track)
    connection.onconnectionstatechange = () => this.#follow(connection, stream)
    try {
      const url = `${entered.whep_url}?source=${this.source}&layer=${this.source === 'camera' ? this.#layer : 'high'}`
      const line = await exchangeOffer(connection, url, entered.token)
      if (this.#closed) line.close()
      else this.#line = line
    } catch (error) {
      connection.close()
      // An engine that starts answers 503 too, and is tried again soon.
      const isFull = error instanceof OfferRefused && error.code === 'class_full'
      this.#change(isFull ? 'full' : 'lost')
      // The token is over, or the class has another engine.
      if (error instanceof OfferRefused && error.status < 500) await this.#options.renew()
      this.#again(isFull ? fullRetryAfter : retryAfter)
    }
  }

  #follow(connection: RTCPeerConnection, stream: MediaStream): void {
    if (this.#closed) return
    clearTimeout(this.#timer)
    if (connection.connectionState === 'connected') {
      this.stream = stream
      return this.#change('connected')
    }
    if (connection.connectionState === 'disconnected') this.#again(silentFor)
    if (connection.connectionState === 'failed') this.#again(0)
  }

  /** Replaces the line after a while, unless it comes back. */
  #again(after: number): void {
    clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => {
      this.#change('lost')
      this.#line?.close()
      this.#line = undefined
      void this.#open()
    }, after)
  }

  #change(state: WatchState): void {
    this.state = state
    this.#options.onChange()
  }
}
