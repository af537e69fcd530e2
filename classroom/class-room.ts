import type { ClassLayer } from '#contract/classes/classroom-engine.ts'
import { type MediaKind, PublishedTrack } from './published-track.ts'

/** The most that each source may send, in bits a second. */
const bitrates = { sound: 64_000, camera: 1_500_000, 'camera-low': 350_000, screen: 2_500_000 } as const

/** One source of a class, with its sound and picture. It is there as soon as somebody watches it or publishes it. */
export class ClassSourceTracks {
  readonly audio = new PublishedTrack('audio', bitrates.sound)
  readonly video: PublishedTrack

  constructor(name: string) {
    this.video = new PublishedTrack('video', name === 'camera-low' || name === 'screen' ? bitrates[name] : bitrates.camera)
  }

  of(kind: MediaKind): PublishedTrack {
    return this[kind]
  }

  get isLive(): boolean {
    return this.audio.isLive || this.video.isLive
  }
}

/** A connection of a class, by which it can be ended. */
export interface Member {
  id: string
  person: string
  source: string
  publishes: boolean
  /** Set when it was ended before its connection was there. */
  isClosed: boolean
  close(): void
}

/** Connections of one person: camera, screen and some voices. More would be one who opens them to harm the class. */
const mostOfPerson = 12

/** A class that is held: its sources, and the connections of those who send and watch. */
export class ClassRoom {
  readonly members = new Map<string, Member>()
  readonly #sources = new Map<string, ClassSourceTracks>()

  source(name: string): ClassSourceTracks {
    const found = this.#sources.get(name) ?? new ClassSourceTracks(name)
    this.#sources.set(name, found)
    return found
  }

  /** The picture that a viewer of a source gets by a layer; undefined for sound alone. */
  picture(source: string, layer: Exclude<ClassLayer, 'auto'>): PublishedTrack | undefined {
    if (layer === 'sound') return undefined
    const small = layer === 'low' && source === 'camera' ? this.source('camera-low').video : undefined
    return small?.isLive ? small : this.source(source).video
  }

  get liveSources(): string[] {
    return [...this.#sources].filter(([, { isLive }]) => isLive).map(([name]) => name)
  }

  get people(): Set<string> {
    return new Set([...this.members.values()].map(({ person }) => person))
  }

  /** Adds a connection, and ends what it replaces: the newest of a person and source counts. */
  add(member: Member): void {
    // First, because a room without members is closed.
    this.members.set(member.id, member)
    for (const other of this.members.values()) {
      if (other === member || other.source !== member.source || other.publishes !== member.publishes) continue
      // A class has one picture of a source, whoever sends it.
      if (member.publishes || other.person === member.person) other.close()
    }
    const own = [...this.members.values()].filter(({ person }) => person === member.person)
    for (const oldest of own.slice(0, -mostOfPerson)) oldest.close()
  }
}
