import type { Track } from 'node-datachannel'
import { PacketRing } from './packet-ring.ts'
import { Reception } from './reception.ts'
import { readRtcp, type RtcpMessage, writeBitrateLimit, writeKeyFrameRequest, writeNack, writeReceiverReport } from './rtcp.ts'
import { beginsVp8KeyFrame, isRtcp, readRtp, stepsBetween } from './rtp.ts'

export type MediaKind = 'audio' | 'video'

/** Ticks a second: Opus and VP8 have one rate each (RFC 7587, RFC 7741). */
export const clockRates: Record<MediaKind, number> = { audio: 48_000, video: 90_000 }

/** About two seconds of video at 2 Mbit/s, and five of sound. */
const ringSizes: Record<MediaKind, number> = { audio: 256, video: 1024 }
/** Milliseconds between two looks for what is missing, and of the pause before a packet is asked for again. */
const askEvery = 20
const nackPause = 60
const mostNacks = 5
const mostMissing = 200
/** Milliseconds between two requests for a key frame. A hundred viewers who join at once cost one. */
const keyFramePause = 500
const reportEvery = 1000
/** How the engine names itself in its messages. */
const engineSsrc = 1

/** A packet as all its viewers get it, in the numbering of its track. */
export interface PublishedPacket {
  packet: Buffer
  sequence: number
  timestamp: number
  beginsKeyFrame: boolean
}

export interface TrackListener {
  forward(published: PublishedPacket): void
  /** @param timestamp of the track's numbering */
  report(time: { ntpHigh: number; ntpLow: number; timestamp: number }): void
  /** Whether this listener can show nothing before the next key frame. */
  awaitsKeyFrame(): boolean
}

interface Publishing {
  track: Track
  reception: Reception
  ssrc: number | undefined
  sequenceOffset: number
  timestampOffset: number
  /** Packets that were asked for, by their sequence number as published. */
  missing: Map<number, { tries: number; askAt: number }>
  timers: NodeJS.Timeout[]
}

/**
 * One sound or picture of a class. It outlives its publishers: when a teacher rejoins, its numbering goes on, so that viewers see a
 * pause and no new stream.
 */
export class PublishedTrack {
  readonly kind: MediaKind
  readonly listeners = new Set<TrackListener>()
  readonly #ring: PacketRing
  readonly #bitrate: number
  #publishing: Publishing | undefined
  #last: { sequence: number; timestamp: number; at: number } | undefined
  #wantsKeyFrame = false
  #keyFrameAskedAt = Number.NEGATIVE_INFINITY

  /** @param bitrate the most that its publisher may send, in bits a second */
  constructor(kind: MediaKind, bitrate: number) {
    this.kind = kind
    this.#bitrate = bitrate
    this.#ring = new PacketRing(ringSizes[kind])
  }

  get isLive(): boolean {
    return this.#publishing?.ssrc !== undefined
  }

  /** Begins to publish. Replaces the publisher before. */
  publish(track: Track): void {
    this.#publishing?.timers.forEach((timer) => clearInterval(timer))
    const publishing: Publishing = {
      track,
      reception: new Reception(clockRates[this.kind]),
      ssrc: undefined,
      sequenceOffset: 0,
      timestampOffset: 0,
      missing: new Map(),
      timers: [],
    }
    publishing.timers = [
      setInterval(() => this.#askAgain(publishing), askEvery),
      setInterval(() => this.#reportReception(publishing), reportEvery),
    ]
    this.#publishing = publishing
  }

  /** Ends what a publisher began, unless another has replaced it. */
  unpublish(track: Track): void {
    if (this.#publishing?.track !== track) return
    this.#publishing.timers.forEach((timer) => clearInterval(timer))
    this.#publishing = undefined
  }

  receive(track: Track, packet: Buffer): void {
    const publishing = this.#publishing
    if (publishing?.track !== track) return
    if (isRtcp(packet)) for (const message of readRtcp(packet)) this.#receiveMessage(publishing, message)
    else this.#receiveMedia(publishing, packet)
  }

  findPacket(sequence: number) {
    return this.#ring.find(sequence)
  }

  /** Asks the publisher for a key frame: at once, or after a pause when it was asked just now. */
  requestKeyFrame(): void {
    this.#wantsKeyFrame = this.kind === 'video'
    if (this.#publishing) this.#askForKeyFrame(this.#publishing)
  }

  #askForKeyFrame({ track, ssrc }: Publishing): void {
    const now = performance.now()
    if (!this.#wantsKeyFrame || ssrc === undefined || now - this.#keyFrameAskedAt < keyFramePause) return
    this.#wantsKeyFrame = false
    this.#keyFrameAskedAt = now
    send(track, writeKeyFrameRequest(engineSsrc, ssrc))
  }

  #receiveMedia(publishing: Publishing, packet: Buffer): void {
    const header = readRtp(packet)
    if (!header) return
    if (publishing.ssrc === undefined) this.#begin(publishing, header)
    // A second stream of the same track is none of ours.
    if (header.ssrc !== publishing.ssrc) return
    this.#noteMissing(
      publishing,
      publishing.reception.note(header.sequence, header.timestamp, performance.now()),
      header.sequence,
    )
    const sequence = (header.sequence + publishing.sequenceOffset) & 0xffff
    const timestamp = (header.timestamp + publishing.timestampOffset) >>> 0
    if (!this.#ring.store({ sequence, timestamp, packet })) return
    if (!this.#last || stepsBetween(this.#last.sequence, sequence) > 0)
      this.#last = { sequence, timestamp, at: performance.now() }
    const published = {
      packet,
      sequence,
      timestamp,
      beginsKeyFrame: this.kind === 'video' && beginsVp8KeyFrame(packet, header.payloadAt),
    }
    for (const listener of this.listeners) listener.forward(published)
  }

  /** Lets the numbering go on where the publisher before stopped, with the time that passed. */
  #begin(publishing: Publishing, { ssrc, sequence, timestamp }: { ssrc: number; sequence: number; timestamp: number }): void {
    publishing.ssrc = ssrc
    if (!this.#last) return
    const passed = Math.round(((performance.now() - this.#last.at) / 1000) * clockRates[this.kind])
    publishing.sequenceOffset = (this.#last.sequence + 1 - sequence) & 0xffff
    publishing.timestampOffset = (this.#last.timestamp + passed - timestamp) | 0
    // Nothing of the stream before helps to decode this one.
    this.#keyFrameAskedAt = Number.NEGATIVE_INFINITY
    this.requestKeyFrame()
  }

  #noteMissing({ missing }: Publishing, skipped: readonly number[], arrived: number): void {
    missing.delete(arrived)
    const askAt = performance.now()
    for (const sequence of skipped) if (missing.size < mostMissing) missing.set(sequence, { tries: 0, askAt })
  }

  #askAgain(publishing: Publishing): void {
    if (this.listeners.values().some((listener) => listener.awaitsKeyFrame())) this.#wantsKeyFrame = true
    this.#askForKeyFrame(publishing)
    this.#askForMissing(publishing)
  }

  #askForMissing({ track, ssrc, missing }: Publishing): void {
    if (ssrc === undefined || missing.size === 0) return
    const now = performance.now()
    const wanted: number[] = []
    for (const [sequence, state] of missing) {
      if (state.askAt > now) continue
      if (state.tries === mostNacks) {
        missing.delete(sequence)
        continue
      }
      state.tries += 1
      state.askAt = now + nackPause
      wanted.push(sequence)
    }
    if (wanted.length > 0) send(track, writeNack(engineSsrc, ssrc, wanted))
  }

  #reportReception({ track, ssrc, reception }: Publishing): void {
    if (ssrc === undefined) return
    send(track, writeReceiverReport(engineSsrc, { ssrc, ...reception.takeReport(performance.now()) }))
    send(track, writeBitrateLimit(engineSsrc, ssrc, this.#bitrate))
  }

  #receiveMessage(publishing: Publishing, message: RtcpMessage): void {
    if (message.kind !== 'sender-report' || message.ssrc !== publishing.ssrc) return
    publishing.reception.noteSenderReport(message.ntpHigh, message.ntpLow, performance.now())
    const timestamp = (message.timestamp + publishing.timestampOffset) >>> 0
    for (const listener of this.listeners) listener.report({ ntpHigh: message.ntpHigh, ntpLow: message.ntpLow, timestamp })
  }
}

/** Sends what a closed connection may no longer take. */
export function send(track: Track, packet: Buffer): boolean {
  return track.isOpen() && track.sendMessageBinary(packet)
}
