import type { Track } from 'node-datachannel'
import type { ClassLayer } from '#contract/classes/classroom-engine.ts'
import type { ClassRoom } from './class-room.ts'
import { Forwarder } from './forwarder.ts'
import type { OfferedMedia } from './offer.ts'

/** Shares of lost packets above which a line is bad and below which it is good, on average. */
const badLine = 0.08
const goodLine = 0.02
/** Milliseconds on the small picture before the large one is tried again. Doubles each time that it fails. */
const shortestWait = 10_000
const longestWait = 160_000
/** Weight of a new report in the average. A browser reports about once a second. */
const newest = 0.3

/** One viewer of one source: the sound, and the picture in the layer that the line bears. */
export class Viewer {
  readonly #room: ClassRoom
  readonly #source: string
  readonly #forwarders = new Map<string, { media: OfferedMedia; forwarder: Forwarder }>()
  #choice: ClassLayer
  #layer: 'high' | 'low' = 'high'
  #loss = 0
  #changedAt = performance.now()
  #wait = shortestWait

  constructor(room: ClassRoom, source: string, choice: ClassLayer) {
    this.#room = room
    this.#source = source
    this.#choice = choice
  }

  get sentPackets(): number {
    return [...this.#forwarders.values()].reduce((sum, { forwarder }) => sum + forwarder.sentPackets, 0)
  }

  /** The layer that the viewer gets. */
  get layer(): Exclude<ClassLayer, 'auto'> {
    return this.#choice === 'auto' ? this.#layer : this.#choice
  }

  addTrack(track: Track, media: OfferedMedia, ssrc: number): void {
    const outlet = { track, payloadType: media.payloadType, ssrc }
    this.#forwarders.set(media.mid, { media, forwarder: new Forwarder(outlet, (share) => this.#noteLoss(media, share)) })
  }

  receive({ mid }: OfferedMedia, packet: Buffer): void {
    this.#forwarders.get(mid)?.forwarder.receive(packet)
  }

  /** Begins to send, or goes on with what the choice asks for. */
  show(choice = this.#choice): void {
    this.#choice = choice
    for (const { media, forwarder } of this.#forwarders.values()) {
      const { kind } = media
      forwarder.show(kind === 'audio' ? this.#room.source(this.#source).audio : this.#room.picture(this.#source, this.layer))
    }
  }

  #noteLoss({ kind }: OfferedMedia, share: number): void {
    if (kind !== 'video' || this.#choice !== 'auto') return
    this.#loss += (share - this.#loss) * newest
    const since = performance.now() - this.#changedAt
    if (this.#layer === 'high' && this.#loss > badLine) {
      // The large picture failed soon after it was tried.
      if (since < this.#wait) this.#wait = Math.min(longestWait, this.#wait * 2)
      this.#change('low')
    } else if (this.#layer === 'low' && this.#loss < goodLine && since > this.#wait) {
      this.#change('high')
    }
  }

  #change(layer: 'high' | 'low'): void {
    this.#layer = layer
    this.#changedAt = performance.now()
    this.#loss = 0
    this.show()
  }

  close(): void {
    for (const { forwarder } of this.#forwarders.values()) forwarder.close()
  }
}
