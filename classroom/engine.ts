import { randomInt, randomUUID } from 'node:crypto'
import type { Track } from 'node-datachannel'
import type { ClassLayer, EngineEvent, EngineState } from '#contract/classes/classroom-engine.ts'
import { ClassRoom, type Member } from './class-room.ts'
import { connectPeer, type EngineAddress } from './connect-peer.ts'
import { type OfferedMedia, readOffer } from './offer.ts'
import { Viewer } from './viewer.ts'

/** Kilobits a second at which a browser begins to send, where it would begin with a blurred picture. */
const startBitrates: Readonly<Record<string, number>> = { camera: 1200, screen: 1500 }

export interface EngineOptions {
  address: EngineAddress
  /** People who may watch at once. */
  maxViewers: number
  tell(event: EngineEvent): void
}

/** The engine has as many viewers as it may have. */
export class EngineFull extends Error {}

/** Connections of a room: all, those of a person, who sends a source, or one. */
export interface Chosen {
  room: string
  person?: string | undefined
  source?: string | undefined
  id?: string | undefined
}

export interface Connected {
  id: string
  answer: string
}

/** Takes the sound and pictures of classes and brings them to all who watch. Knows rooms and people by name only. */
export class Engine {
  readonly #options: EngineOptions
  readonly #rooms = new Map<string, ClassRoom>()
  readonly #viewers = new Map<string, Viewer>()
  #packets = { received: 0, sentBefore: 0 }

  constructor(options: EngineOptions) {
    this.#options = options
  }

  /**
   * Connects somebody who sends. Replaces who sent this source before.
   * @throws UnusableOffer
   */
  async publish(roomName: string, source: string, person: string, sdp: string): Promise<Connected> {
    const offer = readOffer(sdp, 'sendonly')
    const room = this.#open(roomName)
    const tracks = new Map<string, Track>()
    const published = (media: OfferedMedia) => room.source(source).of(media.kind)
    return this.#join(room, { person, source, publishes: true }, (member) =>
      connectPeer(offer, undefined, {
        ...this.#peerOptions(member, startBitrates[source]),
        onTrack(track, media) {
          tracks.set(media.mid, track)
          published(media).publish(track)
        },
        onPacket: (media, packet) => {
          this.#packets.received += 1
          const track = tracks.get(media.mid)
          if (!track) return
          const wasLive = room.source(source).isLive
          published(media).receive(track, packet)
          if (!wasLive && room.source(source).isLive) this.#tellSource(roomName, room, source, true)
        },
        onEnd: () => {
          const wasLive = room.source(source).isLive
          for (const media of offer.media) {
            const track = tracks.get(media.mid)
            if (track) published(media).unpublish(track)
          }
          if (wasLive && !room.source(source).isLive) this.#tellSource(roomName, room, source, false)
          this.#leave(roomName, room, member)
        },
      }),
    )
  }

  /**
   * Connects somebody who watches a source, which need not be on the air yet.
   * @throws UnusableOffer; EngineFull
   */
  async watch(roomName: string, source: string, layer: ClassLayer, person: string, sdp: string): Promise<Connected> {
    const offer = readOffer(sdp, 'recvonly')
    if (!this.#watches(person) && this.#watching().size >= this.#options.maxViewers) throw new EngineFull()
    const room = this.#open(roomName)
    const viewer = new Viewer(room, source, layer)
    const ssrcs = new Map(offer.media.map(({ mid }) => [mid, randomInt(1, 2 ** 32 - 1)]))
    return this.#join(room, { person, source, publishes: false }, (member) => {
      this.#viewers.set(member.id, viewer)
      return connectPeer(offer, ({ mid }) => ({ ssrc: ssrcs.get(mid) ?? 1, stream: source }), {
        ...this.#peerOptions(member),
        onTrack: (track, media) => viewer.addTrack(track, media, ssrcs.get(media.mid) ?? 1),
        onPacket: (media, packet) => viewer.receive(media, packet),
        onConnected: () => viewer.show(),
        onEnd: () => {
          viewer.close()
          this.#viewers.delete(member.id)
          this.#packets.sentBefore += viewer.sentPackets
          this.#leave(roomName, room, member)
        },
      })
    })
  }

  /** Changes what a viewer gets. Returns false for a connection that this person does not have. */
  chooseLayer(chosen: Chosen, layer: ClassLayer): boolean {
    const members = this.#find(chosen)
    for (const { id } of members) this.#viewers.get(id)?.show(layer)
    return members.length > 0
  }

  /** Ends connections. Returns how many there were. */
  end(chosen: Chosen): number {
    const members = this.#find(chosen)
    for (const member of members) member.close()
    return members.length
  }

  #find({ room, id, person, source }: Chosen): Member[] {
    return [...(this.#rooms.get(room)?.members.values() ?? [])].filter(
      (member) =>
        (id === undefined || member.id === id) &&
        (person === undefined || member.person === person) &&
        // Who watches a source stays for its next publisher.
        (source === undefined || (member.source === source && member.publishes)),
    )
  }

  get state(): EngineState {
    const sent = [...this.#viewers.values()].reduce((sum, { sentPackets }) => sum + sentPackets, this.#packets.sentBefore)
    return {
      rooms: [...this.#rooms].map(([room, { liveSources, people }]) => ({ room, sources: liveSources, people: [...people] })),
      viewers: this.#watching().size,
      packets_received: this.#packets.received,
      packets_sent: sent,
    }
  }

  #open(name: string): ClassRoom {
    const room = this.#rooms.get(name) ?? new ClassRoom()
    this.#rooms.set(name, room)
    return room
  }

  async #join(
    room: ClassRoom,
    who: Pick<Member, 'person' | 'source' | 'publishes'>,
    connect: (member: Member) => ReturnType<typeof connectPeer>,
  ): Promise<Connected> {
    const member: Member = { id: randomUUID(), ...who, isClosed: false, close: () => void (member.isClosed = true) }
    room.add(member)
    const peer = await connect(member)
    if (member.isClosed) peer.close()
    else member.close = () => peer.close()
    return { id: member.id, answer: peer.answer }
  }

  #peerOptions(member: Member, startBitrate?: number) {
    return {
      name: member.id,
      address: this.#options.address,
      ...(startBitrate !== undefined && { startBitrate }),
      onConnected: () => undefined,
      onError: (error: unknown) =>
        this.#options.tell({ type: 'fault', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    }
  }

  #tellSource(roomName: string, room: ClassRoom, source: string, live: boolean): void {
    this.#options.tell({ type: 'source', room: roomName, source, live })
    // Viewers on the small picture see it as soon as it is there, and the large one when it is gone.
    if (source === 'camera-low') for (const viewer of this.#viewersOf(room)) viewer.show()
  }

  #viewersOf(room: ClassRoom): Viewer[] {
    return [...room.members.keys()].flatMap((id) => this.#viewers.get(id) ?? [])
  }

  #leave(name: string, room: ClassRoom, member: Member): void {
    room.members.delete(member.id)
    if (room.members.size === 0 && this.#rooms.get(name) === room) this.#rooms.delete(name)
  }

  #watching(): Set<string> {
    const all = [...this.#rooms.values()].flatMap(({ members }) => [...members.values()])
    return new Set(all.filter(({ publishes }) => !publishes).map(({ person }) => person))
  }

  #watches(person: string): boolean {
    return this.#watching().has(person)
  }
}
