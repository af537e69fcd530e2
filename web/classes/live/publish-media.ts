import type { EnteredClass } from '#contract/classes/live-class.ts'
import { exchangeOffer, type MediaLine, OfferRefused } from './exchange-offer.ts'
import { type Reading, readSent } from './meters.ts'

/** Bits a second of each picture. */
const bitrates = { camera: 1_200_000, 'camera-low': 300_000, screen: 2_000_000 } as const
/** Milliseconds before a line that was lost is tried again, and for which one may be silent. */
const retryAfter = 1000
const silentFor = 3000

type PublishState = 'connecting' | 'live' | 'lost'

interface Options {
  entered: () => EnteredClass | undefined
  /** Asks for another token, when the one at hand is refused. */
  renew: () => Promise<void>
  onState: (state: PublishState) => void
}

/** Sends one source for as long as it is not stopped. A lost line is made anew, with the same camera and microphone. */
export class PublishedSource {
  readonly #source: string
  readonly #options: Options
  #tracks: { audio: MediaStreamTrack | undefined; video: MediaStreamTrack | undefined }
  #line: MediaLine | undefined
  #senders = new Map<'audio' | 'video', RTCRtpSender>()
  #stopped = false
  #timer: number | undefined

  constructor(source: string, stream: MediaStream, options: Options) {
    this.#source = source
    this.#options = options
    this.#tracks = { audio: stream.getAudioTracks()[0], video: stream.getVideoTracks()[0] }
    void this.#open()
  }

  /** Whether this source has sound, or a picture. */
  has(kind: 'audio' | 'video'): boolean {
    return this.#tracks[kind] !== undefined
  }

  /** How the line is; undefined while there is none. */
  async read(): Promise<Reading | undefined> {
    return this.#line && readSent(this.#source, this.#line.connection)
  }

  /** Sends another device from now on, on the same line. */
  async replace(kind: 'audio' | 'video', track: MediaStreamTrack): Promise<void> {
    this.#tracks = { ...this.#tracks, [kind]: track }
    await this.#senders.get(kind)?.replaceTrack(track)
  }

  /** Makes the line anew at once: the engine at its other end is gone. */
  reopen(): void {
    this.#again(0)
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
    this.#line?.close()
  }

  async #open(): Promise<void> {
    const entered = this.#options.entered()
    if (this.#stopped) return
    if (!entered?.whip_url) return this.#again(retryAfter)
    this.#options.onState('connecting')
    const connection = new RTCPeerConnection()
    this.#senders = new Map()
    const { audio, video } = this.#tracks
    if (audio) this.#senders.set('audio', connection.addTransceiver(audio, { direction: 'sendonly' }).sender)
    if (video) this.#senders.set('video', connection.addTransceiver(video, this.#encoding()).sender)
    connection.onconnectionstatechange = () => this.#follow(connection)
    try {
      const line = await exchangeOffer(connection, `${entered.whip_url}${this.#source}/`, entered.token)
      if (this.#stopped) line.close()
      else this.#line = line
    } catch (error) {
      connection.close()
      // The token is over, or the class has another engine.
      if (error instanceof OfferRefused && error.status < 500) await this.#options.renew()
      this.#again(retryAfter)
    }
  }

  #encoding(): RTCRtpTransceiverInit {
    const maxBitrate = this.#source in bitrates ? bitrates[this.#source as keyof typeof bitrates] : bitrates.camera
    const small = this.#source === 'camera-low' ? { scaleResolutionDownBy: 2, maxFramerate: 15 } : {}
    return { direction: 'sendonly', sendEncodings: [{ maxBitrate, ...small }] }
  }

  #follow(connection: RTCPeerConnection): void {
    if (this.#stopped) return
    clearTimeout(this.#timer)
    if (connection.connectionState === 'connected') this.#options.onState('live')
    else if (connection.connectionState === 'disconnected') this.#again(silentFor)
    else if (connection.connectionState === 'failed') this.#again(0)
  }

  #again(after: number): void {
    clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => {
      this.#options.onState('lost')
      this.#line?.close()
      this.#line = undefined
      void this.#open()
    }, after)
  }
}
