import { Audio, PeerConnection, type Track, Video } from 'node-datachannel'
import type { MediaKind } from '#classroom/published-track.ts'
import { isRtcp, readRtp } from '#classroom/rtp.ts'
import { readRtcp, type RtcpMessage, writeKeyFrameRequest, writeNack } from '#classroom/rtcp.ts'

const payloadTypes: Record<MediaKind, number> = { audio: 111, video: 96 }

export interface ReceivedPacket {
  kind: MediaKind
  sequence: number
  timestamp: number
  ssrc: number
  payload: Buffer
}

/** A browser without a picture: it sends and receives packets that a test makes. */
export class MediaPeer {
  readonly received: ReceivedPacket[] = []
  readonly messages: RtcpMessage[] = []
  readonly #connection: PeerConnection
  readonly #tracks = new Map<MediaKind, Track>()
  readonly #sends: boolean
  /** Packets of media that came, also those that are not kept. */
  arrived = 0
  /** Whether `received` keeps them. A hundred viewers of some minutes would keep gigabytes. */
  keeps = true
  /** Sequence numbers that arrive and are thrown away, as a bad line does. */
  dropped: (packet: ReceivedPacket) => boolean = () => false
  onChange: () => void = () => undefined

  constructor(direction: 'SendOnly' | 'RecvOnly', kinds: readonly MediaKind[] = ['audio', 'video'], address = '127.0.0.1') {
    this.#connection = new PeerConnection('peer', { iceServers: [], bindAddress: address, disableAutoNegotiation: true })
    this.#sends = direction === 'SendOnly'
    kinds.forEach((kind, index) => this.#addTrack(kind, String(index), direction))
    this.#connection.onStateChange(() => this.onChange())
  }

  #addTrack(kind: MediaKind, mid: string, direction: 'SendOnly' | 'RecvOnly'): void {
    const media = kind === 'audio' ? new Audio(mid, direction) : new Video(mid, direction)
    if (media instanceof Audio) media.addOpusCodec(payloadTypes.audio)
    else media.addVP8Codec(payloadTypes.video)
    if (this.#sends) media.addSSRC(this.ssrcOf(kind), 'peer', 'peer', kind)
    const track = this.#connection.addTrack(media)
    track.onMessage((packet) => this.#receive(kind, packet))
    track.onOpen(() => this.onChange())
    this.#tracks.set(kind, track)
  }

  ssrcOf(kind: MediaKind): number {
    return kind === 'audio' ? 1001 : 1002
  }

  #receive(kind: MediaKind, packet: Buffer): void {
    if (isRtcp(packet)) this.messages.push(...readRtcp(packet))
    else {
      const header = readRtp(packet)
      if (!header) return
      this.arrived += 1
      if (!this.keeps) return this.onChange()
      const received = { kind, ...header, payload: Buffer.from(packet.subarray(header.payloadAt)) }
      if (!this.dropped(received)) this.received.push(received)
    }
    this.onChange()
  }

  async offer(): Promise<string> {
    const gathered = new Promise<void>((resolve) => {
      this.#connection.onGatheringStateChange((state) => void (state === 'complete' && resolve()))
    })
    this.#connection.setLocalDescription('offer')
    await gathered
    return this.#connection.localDescription()?.sdp ?? ''
  }

  accept(answer: string): void {
    this.#connection.setRemoteDescription(answer, 'answer')
  }

  get state(): string {
    return this.#connection.state()
  }

  get isOpen(): boolean {
    return this.state === 'connected' && [...this.#tracks.values()].every((track) => track.isOpen())
  }

  /** Sends a packet of RTP. A key frame is one of VP8 whose first bit of the frame is 0. */
  send(kind: MediaKind, { sequence, timestamp, keyFrame = false, bytes = 100 }: SentPacket): void {
    const packet = Buffer.alloc(12 + bytes, 0xff)
    packet.writeUInt8(0x80, 0)
    packet.writeUInt8(payloadTypes[kind], 1)
    packet.writeUInt16BE(sequence & 0xffff, 2)
    packet.writeUInt32BE(timestamp >>> 0, 4)
    packet.writeUInt32BE(this.ssrcOf(kind), 8)
    packet.writeUInt8(0x10, 12)
    packet.writeUInt8(keyFrame ? 0x00 : 0x01, 13)
    packet.writeUInt32BE(sequence, 14)
    this.sendPacket(kind, packet)
  }

  sendPacket(kind: MediaKind, packet: Buffer): void {
    this.#tracks.get(kind)?.sendMessageBinary(packet)
  }

  askAgain(kind: MediaKind, ssrc: number, sequences: readonly number[]): void {
    this.sendPacket(kind, writeNack(1, ssrc, sequences))
  }

  askForKeyFrame(ssrc: number): void {
    this.sendPacket('video', writeKeyFrameRequest(1, ssrc))
  }

  close(): void {
    for (const track of this.#tracks.values()) track.close()
    this.#connection.close()
  }
}

export interface SentPacket {
  sequence: number
  timestamp: number
  keyFrame?: boolean
  bytes?: number
}
