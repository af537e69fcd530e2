export interface StoredPacket {
  sequence: number
  timestamp: number
  /** Its header is that of whoever got it last. */
  packet: Buffer
}

/** The last packets of a stream, shared by all its viewers, so that each can be sent again. */
export class PacketRing {
  readonly #packets: (StoredPacket | undefined)[]

  /** @param size a power of two */
  constructor(size: number) {
    this.#packets = Array.from({ length: size })
  }

  /** Returns false for a packet that is there already. */
  store(stored: StoredPacket): boolean {
    const at = stored.sequence % this.#packets.length
    if (this.#packets[at]?.sequence === stored.sequence) return false
    this.#packets[at] = stored
    return true
  }

  find(sequence: number): StoredPacket | undefined {
    const stored = this.#packets[sequence % this.#packets.length]
    return stored?.sequence === sequence ? stored : undefined
  }
}
