import type { Track } from 'node-datachannel'
import { clockRates, type PublishedPacket, type PublishedTrack, send, type TrackListener } from './published-track.ts'
import { readRtcp, writeSenderReport } from './rtcp.ts'
import { isRtcp, placeRtp, stepsBetween } from './rtp.ts'

/** Where one viewer's stream goes. */
export interface Outlet {
  track: Track
  payloadType: number
  ssrc: number
}

/** Brings one sound or picture to one viewer. It may change to another layer of the picture at a key frame. */
export class Forwarder implements TrackListener {
  readonly #outlet: Outlet
  readonly #onLoss: (share: number) => void
  /** What the viewer gets, from the next key frame on where it has not begun. */
  #source: PublishedTrack | undefined
  /** The layer that goes on until the wanted one has a key frame. */
  #former: { source: PublishedTrack; stop: () => void } | undefined
  #started = false
  #sequenceOffset = 0
  #timestampOffset = 0
  #last: { sequence: number; timestamp: number; at: number } | undefined
  #sent = { packets: 0, octets: 0 }

  /** @param onLoss gets the share of packets that the viewer reports as lost */
  constructor(outlet: Outlet, onLoss: (share: number) => void) {
    this.#outlet = outlet
    this.#onLoss = onLoss
  }

  get sentPackets(): number {
    return this.#sent.packets
  }

  /** Shows a track, or nothing. */
  show(source: PublishedTrack | undefined): void {
    if (this.#source === source) return
    this.#former?.stop()
    this.#former = undefined
    if (this.#source && this.#started && source) this.#keepFormer(this.#source)
    this.#source?.listeners.delete(this)
    this.#source = source
    this.#started = false
    source?.listeners.add(this)
    source?.requestKeyFrame()
  }

  /** The former layer goes on, so that the picture does not stop while the next one makes its key frame. */
  #keepFormer(source: PublishedTrack): void {
    const [sequenceOffset, timestampOffset] = [this.#sequenceOffset, this.#timestampOffset]
    const listener: TrackListener = {
      forward: (published) => this.#send(published, sequenceOffset, timestampOffset),
      report: () => undefined,
      awaitsKeyFrame: () => false,
    }
    source.listeners.add(listener)
    this.#former = { source, stop: () => source.listeners.delete(listener) }
  }

  awaitsKeyFrame(): boolean {
    return this.#source?.kind === 'video' && !this.#started
  }

  forward(published: PublishedPacket): void {
    if (!this.#started) {
      if (this.#source?.kind === 'video' && !published.beginsKeyFrame) return
      this.#start(published)
    }
    this.#send(published, this.#sequenceOffset, this.#timestampOffset)
  }

  #start({ sequence, timestamp }: PublishedPacket): void {
    this.#former?.stop()
    this.#former = undefined
    this.#started = true
    const last = this.#last
    if (!last) return
    const passed = Math.max(1, Math.round(((performance.now() - last.at) / 1000) * clockRates[this.#source?.kind ?? 'video']))
    this.#sequenceOffset = (last.sequence + 1 - sequence) & 0xffff
    this.#timestampOffset = (last.timestamp + passed - timestamp) | 0
  }

  #send({ packet, sequence, timestamp }: PublishedPacket, sequenceOffset: number, timestampOffset: number): void {
    const place = { sequence: (sequence + sequenceOffset) & 0xffff, timestamp: (timestamp + timestampOffset) >>> 0 }
    placeRtp(packet, { ...place, payloadType: this.#outlet.payloadType, ssrc: this.#outlet.ssrc })
    if (!send(this.#outlet.track, packet)) return
    this.#sent.packets += 1
    this.#sent.octets += packet.length
    if (!this.#last || stepsBetween(this.#last.sequence, place.sequence) > 0) this.#last = { ...place, at: performance.now() }
  }

  report({ ntpHigh, ntpLow, timestamp }: { ntpHigh: number; ntpLow: number; timestamp: number }): void {
    if (!this.#started) return
    const sent = { ssrc: this.#outlet.ssrc, timestamp: timestamp + this.#timestampOffset, ...this.#sent }
    send(this.#outlet.track, writeSenderReport({ ntpHigh, ntpLow, ...sent }))
  }

  /** Hears what the viewer's browser says of the stream. */
  receive(packet: Buffer): void {
    if (!isRtcp(packet)) return
    for (const message of readRtcp(packet)) {
      // A message about several streams reaches each of their tracks.
      if (!('ssrc' in message) || message.ssrc !== this.#outlet.ssrc) continue
      if (message.kind === 'nack') this.#sendAgain(message.sequences)
      else if (message.kind === 'key-frame') this.#source?.requestKeyFrame()
      else if (message.kind === 'loss') this.#onLoss(message.share)
    }
  }

  #sendAgain(sequences: readonly number[]): void {
    if (!this.#source || !this.#started) return
    for (const wanted of sequences) {
      const stored = this.#source.findPacket((wanted - this.#sequenceOffset) & 0xffff)
      if (!stored) continue
      placeRtp(stored.packet, {
        payloadType: this.#outlet.payloadType,
        sequence: wanted,
        timestamp: (stored.timestamp + this.#timestampOffset) >>> 0,
        ssrc: this.#outlet.ssrc,
      })
      send(this.#outlet.track, stored.packet)
    }
  }

  close(): void {
    this.#former?.stop()
    this.#source?.listeners.delete(this)
    this.#source = undefined
  }
}
