import { useSyncExternalStore } from 'react'

/** What one line says of itself at a moment. Counts rise from its beginning. */
export interface Reading {
  source: string
  /** From 0, silent, to 1. Undefined without sound. */
  level?: number | undefined
  received: number
  lost: number
  /** Of what this window sends: share of packets lost, the way there and back in seconds, and lines of the picture. */
  sent?: { loss: number; roundTrip: number; height: number; isLimited: boolean } | undefined
}

/** How this window's line is, over the last seconds. */
export interface LineState {
  /** Share of packets that did not arrive. */
  loss: number
  sent: Reading['sent']
}

const readEvery = 500
/** Readings after which the order of the loudest is made anew, so that a list does not jump under a finger. */
const reorderEvery = 4
/** Weight of a new level, and of a new share of losses, in their averages. */
const newestLevel = 0.5
const newestLoss = 0.25
/** Above it somebody speaks. */
const speaksAbove = 0.3

/** A level of a browser, linear from 0 to 1, as an ear hears it: -60 dB is silence, -10 dB is a loud voice. */
export const heardLevel = (linear: number): number => Math.min(1, Math.max(0, (20 * Math.log10(linear + 1e-6) + 60) / 50))

/**
 * Reads twice a second how loud each open microphone is and how the line is, from what the browser counts anyway: no sound is
 * decoded a second time. Parts of the page that show it are drawn anew, the rest of it is not.
 */
export class Meters {
  readonly #listeners = new Set<() => void>()
  readonly #levels = new Map<string, number>()
  readonly #counts = new Map<string, { received: number; lost: number }>()
  #line: LineState = { loss: 0, sent: undefined }
  #loudest = ''
  #ticks = 0
  #timer: number | undefined
  #read: () => Promise<readonly Reading[]> = () => Promise.resolve([])

  /** @param read how each line is; it does not fail */
  readWith(read: () => Promise<readonly Reading[]>): void {
    this.#read = read
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    this.#timer ??= window.setInterval(() => void this.#tick(), readEvery)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      clearInterval(this.#timer)
      this.#timer = undefined
    }
  }

  /** In twenty steps, so that a breath draws nothing anew. */
  level = (source: string): number => Math.round((this.#levels.get(source) ?? 0) * 20) / 20
  /** Sources with sound, the loudest first, separated by spaces. Changes every two seconds at most. */
  loudest = (): string => this.#loudest
  line = (): LineState => this.#line
  /** Whether so much is lost that the sound suffers from the picture. */
  isBad = (): boolean => this.#line.loss > badLoss
  /** Sources of whoever speaks, the loudest first, separated by spaces. */
  speaking = (): string =>
    [...this.#levels]
      .filter(([, level]) => level > speaksAbove)
      .toSorted(([, one], [, other]) => other - one)
      .map(([source]) => source)
      .join(' ')

  async #tick(): Promise<void> {
    this.take(await this.#read())
  }

  /** Counts what the lines say now. */
  take(readings: readonly Reading[]): void {
    const sources = new Set(readings.map(({ source }) => source))
    for (const source of [...this.#levels.keys(), ...this.#counts.keys()]) {
      if (sources.has(source)) continue
      this.#levels.delete(source)
      this.#counts.delete(source)
    }
    let [received, lost] = [0, 0]
    for (const reading of readings) {
      const { source, level } = reading
      if (level !== undefined) this.#levels.set(source, mix(this.#levels.get(source) ?? level, level, newestLevel))
      const before = this.#counts.get(source)
      // A new line counts from zero.
      if (before && reading.received >= before.received) {
        received += reading.received - before.received
        lost += Math.max(0, reading.lost - before.lost)
      }
      this.#counts.set(source, { received: reading.received, lost: reading.lost })
    }
    const share = received + lost === 0 ? 0 : lost / (received + lost)
    const sent = readings.find((reading) => reading.source === 'camera' && reading.sent)?.sent
    this.#line = { loss: mix(this.#line.loss, share, newestLoss), sent }
    if (this.#ticks % reorderEvery === 0) {
      const all = [...this.#levels].toSorted(([, one], [, other]) => other - one)
      this.#loudest = all.map(([source]) => source).join(' ')
    }
    this.#ticks += 1
    for (const listener of this.#listeners) listener()
  }
}

const mix = (before: number, now: number, weight: number) => before + (now - before) * weight

export const useLevelOf = (meters: Meters, source: string): number =>
  useSyncExternalStore(meters.subscribe, () => meters.level(source), zero)
export const useLoudest = (meters: Meters): string => useSyncExternalStore(meters.subscribe, meters.loudest, none)
export const useSpeaking = (meters: Meters): string => useSyncExternalStore(meters.subscribe, meters.speaking, none)

/** What there is to say of a line. */
export type LineWords = 'good' | 'weak' | 'upload-lost' | 'upload-late' | 'upload-small'
export const useLineWords = (meters: Meters): LineWords =>
  useSyncExternalStore(
    meters.subscribe,
    () => wordsOf(meters.line()),
    () => 'good',
  )
const weakLoss = 0.06
const badLoss = 0.18
const lateRoundTrip = 0.6
const smallHeight = 400

/** The worst that is true of a line. */
export function wordsOf({ loss, sent }: LineState): LineWords {
  if (sent && sent.loss > weakLoss) return 'upload-lost'
  if (sent && sent.roundTrip > lateRoundTrip) return 'upload-late'
  if (sent?.isLimited && sent.height > 0 && sent.height < smallHeight) return 'upload-small'
  return loss > weakLoss ? 'weak' : 'good'
}

const zero = () => 0
const none = () => ''

/** Reads a line that receives a source. */
export async function readReceived(source: string, connection: RTCPeerConnection): Promise<Reading> {
  const reading: Reading = { source, received: 0, lost: 0 }
  for (const report of await reportsOf(connection)) {
    if (report.type !== 'inbound-rtp') continue
    reading.received += numberOf(report.packetsReceived)
    reading.lost += numberOf(report.packetsLost)
    if (report.kind === 'audio') reading.level = heardLevel(numberOf(report.audioLevel))
  }
  return reading
}

/** Reads a line that sends a source. */
export async function readSent(source: string, connection: RTCPeerConnection): Promise<Reading> {
  const sent = { loss: 0, roundTrip: 0, height: 0, isLimited: false }
  const reading: Reading = { source, received: 0, lost: 0, sent }
  for (const report of await reportsOf(connection)) {
    if (report.type === 'media-source' && report.kind === 'audio') reading.level = heardLevel(numberOf(report.audioLevel))
    if (report.type === 'remote-inbound-rtp') {
      sent.loss = Math.max(sent.loss, numberOf(report.fractionLost))
      sent.roundTrip = Math.max(sent.roundTrip, numberOf(report.roundTripTime))
    }
    if (report.type === 'outbound-rtp' && report.kind === 'video') {
      sent.height = numberOf(report.frameHeight)
      sent.isLimited = report.qualityLimitationReason === 'bandwidth' || report.qualityLimitationReason === 'cpu'
    }
  }
  return reading
}

async function reportsOf(connection: RTCPeerConnection): Promise<Record<string, unknown>[]> {
  if (connection.connectionState !== 'connected') return []
  const report = await connection.getStats().catch(() => undefined)
  return [...(report?.values() ?? [])] as Record<string, unknown>[]
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)
