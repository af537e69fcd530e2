import { type MediaDescription, parse, write } from 'sdp-transform'
import type { MediaKind } from './published-track.ts'

/** The one codec of each kind, which every browser has, and which a recording in WebM may hold. */
const codecs: Record<MediaKind, string> = { audio: 'opus', video: 'vp8' }
const mostCharacters = 32_000

/** A sound or picture that a browser offers to send or to receive. */
export interface OfferedMedia {
  kind: MediaKind
  mid: string
  payloadType: number
}

export interface Offer {
  sdp: string
  media: readonly OfferedMedia[]
}

/** An offer that the engine can't answer. */
export class UnusableOffer extends Error {}

/**
 * Reads a browser's offer, and leaves in it what the engine speaks: one sound and one picture at most, Opus and VP8, without header
 * extensions. Candidates go, so that nobody makes the engine send to an address of their choice: a browser is known by where it
 * comes from.
 * @throws UnusableOffer with a sentence that says why
 */
export function readOffer(text: string, direction: 'sendonly' | 'recvonly'): Offer {
  if (text.length > mostCharacters) throw new UnusableOffer('The offer is too long.')
  const session = parse(text.replace(/^a=candidate:.*\r?\n/gm, ''))
  if (!text.startsWith('v=0') || !Array.isArray(session.media) || session.media.length === 0) {
    throw new UnusableOffer('This is no offer of a session.')
  }
  const media = session.media.map((part) => readMedia(part, direction))
  for (const kind of ['audio', 'video'] as const) {
    if (media.filter((one) => one.kind === kind).length > 1) throw new UnusableOffer(`The offer has more than one ${kind}.`)
  }
  if (new Set(media.map(({ mid }) => mid)).size !== media.length) throw new UnusableOffer('Two parts of the offer have one name.')
  return {
    sdp: write({ ...session, media: session.media.map((part, index) => keepCodec(part, media[index]?.payloadType)) }),
    media,
  }
}

function readMedia(part: MediaDescription, direction: 'sendonly' | 'recvonly'): OfferedMedia {
  const kind = part.type
  if (kind !== 'audio' && kind !== 'video') throw new UnusableOffer('The offer has more than sound and picture.')
  const mid = String(part.mid ?? '')
  if (!/^[\w-]{1,32}$/.test(mid)) throw new UnusableOffer('A part of the offer has no name.')
  if ((part.direction ?? 'sendrecv') !== direction && part.direction !== 'sendrecv') {
    throw new UnusableOffer(`Each part of the offer must be ${direction}.`)
  }
  const codec = part.rtp.find((one) => one.codec.toLowerCase() === codecs[kind])
  if (!codec) throw new UnusableOffer(`The offer has no ${codecs[kind] === 'opus' ? 'Opus' : 'VP8'}.`)
  return { kind, mid, payloadType: codec.payload }
}

function keepCodec(part: MediaDescription, payloadType: number | undefined): MediaDescription {
  const isKept = ({ payload }: { payload: number | string }) => Number(payload) === payloadType
  const { ext: _extensions, ssrcGroups: _groups, simulcast: _simulcast, rids: _rids, ...rest } = part
  return {
    ...rest,
    payloads: String(payloadType),
    rtp: part.rtp.filter(isKept),
    fmtp: (part.fmtp ?? []).filter(isKept),
    // Without congestion feedback of each packet: the engine has none to give.
    rtcpFb: (part.rtcpFb ?? []).filter((feedback) => isKept(feedback) && feedback.type !== 'transport-cc'),
  }
}

/** What the answer promises beyond what the library wrote. */
export interface AnswerSettings {
  /** Written in place of the machine's own addresses, the one to prefer first. */
  publicAddresses: readonly string[] | undefined
  /** Kilobits a second at which the publisher's encoder begins. */
  startBitrate: number | undefined
}

/** Completes the answer: the addresses by which the engine is reached, and the bitrate to begin with. */
export function completeAnswer(sdp: string, { publicAddresses, startBitrate }: AnswerSettings): string {
  const session = parse(sdp)
  for (const part of session.media) {
    const host = part.candidates?.find(({ type }) => type === 'host')
    if (publicAddresses !== undefined && host) {
      part.candidates = publicAddresses.map((ip, index) => ({
        ...host,
        ip,
        foundation: String(index + 1),
        // RFC 8445, 5.1.2: the preference of an address has 16 bits above the component.
        priority: Number(host.priority) - index * 256,
      }))
    }
    const [codec] = part.rtp
    if (part.type === 'video' && startBitrate !== undefined && codec) {
      part.fmtp = [{ payload: codec.payload, config: `x-google-start-bitrate=${startBitrate}` }]
    }
  }
  return write(session)
}
