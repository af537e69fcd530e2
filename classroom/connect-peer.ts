import { Audio, PeerConnection, type Track, Video } from 'node-datachannel'
import { completeAnswer, type Offer, type OfferedMedia, UnusableOffer } from './offer.ts'

/** Where the engine listens, and how it is reached. */
export interface EngineAddress {
  udpPort: number
  /** Undefined for every address of the machine. */
  bindAddress: string | undefined
  /** What browsers are told in place of the machine's own addresses. */
  publicAddresses: readonly string[] | undefined
}

const answerTimeoutMs = 5000
/** Milliseconds for which a connection may be silent. A phone that changes its network needs a few seconds. */
const silenceMs = 15_000

export interface Peer {
  answer: string
  close(): void
}

interface PeerOptions {
  name: string
  address: EngineAddress
  startBitrate?: number
  /** Gets each track before the answer is made. */
  onTrack(track: Track, media: OfferedMedia): void
  onPacket(media: OfferedMedia, packet: Buffer): void
  onConnected(): void
  /** Is called once, also after `close`. */
  onEnd(): void
  /** Gets what was thrown in a callback of the library, where it would end the process. */
  onError(error: unknown): void
}

/** The description of a stream that the engine sends. */
export interface Sending {
  ssrc: number
  /** The same for all that belongs together, so that browsers keep sound and picture in step. */
  stream: string
}

/**
 * Answers an offer. The answer has all candidates.
 * @param sending for what the engine sends; undefined when it receives
 * @throws UnusableOffer when the library refuses the offer, or finds no answer in time
 */
export async function connectPeer(
  offer: Offer,
  sending: ((media: OfferedMedia) => Sending) | undefined,
  options: PeerOptions,
): Promise<Peer> {
  const { address } = options
  const connection = new PeerConnection(options.name, {
    iceServers: [],
    enableIceUdpMux: true,
    portRangeBegin: address.udpPort,
    portRangeEnd: address.udpPort,
    disableAutoNegotiation: true,
    ...(address.bindAddress !== undefined && { bindAddress: address.bindAddress }),
  })
  // The library calls back only while somebody holds its objects.
  const held = new Set<Track>()
  const guard =
    <Values extends unknown[]>(run: (...values: Values) => void) =>
    (...values: Values) => {
      try {
        run(...values)
      } catch (error) {
        options.onError(error)
      }
    }
  let ended = false
  let silence: NodeJS.Timeout | undefined
  const end = () => {
    if (ended) return
    ended = true
    clearTimeout(silence)
    for (const track of held) if (!track.isClosed()) track.close()
    connection.close()
    held.clear()
    options.onEnd()
  }
  const hold = (track: Track, media: OfferedMedia) => {
    held.add(track)
    track.onMessage(guard((packet) => options.onPacket(media, packet)))
    options.onTrack(track, media)
  }
  connection.onStateChange(
    guard((state) => {
      clearTimeout(silence)
      if (state === 'connected') options.onConnected()
      else if (state === 'disconnected') silence = setTimeout(guard(end), silenceMs)
      else if (state === 'failed' || state === 'closed') setImmediate(guard(end))
    }),
  )
  connection.onTrack(
    guard((track) => {
      const media = offer.media.find(({ mid }) => mid === track.mid())
      if (media && !sending) hold(track, media)
    }),
  )
  try {
    if (sending) for (const media of offer.media) hold(connection.addTrack(describe(media, sending(media))), media)
    const gathered = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new UnusableOffer('The engine found no address to answer with.')), answerTimeoutMs)
      connection.onGatheringStateChange(
        guard((state) => {
          if (state !== 'complete') return
          clearTimeout(timer)
          resolve()
        }),
      )
    })
    connection.setRemoteDescription(offer.sdp, 'offer')
    connection.setLocalDescription('answer')
    await gathered
    const answer = connection.localDescription()
    if (answer?.type !== 'answer') throw new UnusableOffer('The offer has no answer.')
    const settings = { publicAddresses: address.publicAddresses, startBitrate: options.startBitrate }
    return { answer: completeAnswer(answer.sdp, settings), close: end }
  } catch (error) {
    end()
    throw error instanceof UnusableOffer ? error : new UnusableOffer('The offer can not be answered.', { cause: error })
  }
}

function describe({ kind, mid, payloadType }: OfferedMedia, { ssrc, stream }: Sending) {
  const media = kind === 'audio' ? new Audio(mid, 'SendOnly') : new Video(mid, 'SendOnly')
  if (media instanceof Audio) media.addOpusCodec(payloadType)
  else media.addVP8Codec(payloadType)
  media.addSSRC(ssrc, stream, stream, `${stream}-${kind}`)
  return media
}
