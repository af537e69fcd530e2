/** A message of a feedback channel (RFC 3550, 6 and RFC 4585). */
export type RtcpMessage =
  | { kind: 'sender-report'; ssrc: number; ntpHigh: number; ntpLow: number; timestamp: number }
  | { kind: 'loss'; ssrc: number; share: number }
  | { kind: 'nack'; ssrc: number; sequences: number[] }
  | { kind: 'key-frame'; ssrc: number }

const types = { senderReport: 200, receiverReport: 201, transportFeedback: 205, payloadFeedback: 206 } as const
/** Sequence numbers of one NACK that are heard. A browser asks for fewer. */
const mostNacked = 256

/** Yields what the parts of a compound packet say, up to the first that is broken. */
export function* readRtcp(packet: Buffer): Generator<RtcpMessage> {
  let at = 0
  while (packet.length >= at + 8) {
    const first = packet.readUInt8(at)
    const end = at + (packet.readUInt16BE(at + 2) + 1) * 4
    if (first >> 6 !== 2 || end > packet.length) return
    yield* readPart(packet.subarray(at, end), packet.readUInt8(at + 1), first & 0x1f)
    at = end
  }
}

function* readPart(part: Buffer, type: number, count: number): Generator<RtcpMessage> {
  if (type === types.senderReport && part.length >= 28) {
    yield {
      kind: 'sender-report',
      ssrc: part.readUInt32BE(4),
      ntpHigh: part.readUInt32BE(8),
      ntpLow: part.readUInt32BE(12),
      timestamp: part.readUInt32BE(16),
    }
    yield* readLosses(part, 28, count)
  } else if (type === types.receiverReport) {
    yield* readLosses(part, 8, count)
  } else if (type === types.transportFeedback && count === 1 && part.length >= 12) {
    yield { kind: 'nack', ssrc: part.readUInt32BE(8), sequences: readNacked(part) }
  } else if (type === types.payloadFeedback && part.length >= 12) {
    // A picture loss (1), or a full intra request (4), which names its stream in its own list.
    if (count === 1) yield { kind: 'key-frame', ssrc: part.readUInt32BE(8) }
    else if (count === 4 && part.length >= 20) yield { kind: 'key-frame', ssrc: part.readUInt32BE(12) }
  }
}

function* readLosses(part: Buffer, from: number, count: number): Generator<RtcpMessage> {
  for (let block = 0, at = from; block < count && part.length >= at + 24; block += 1, at += 24) {
    yield { kind: 'loss', ssrc: part.readUInt32BE(at), share: part.readUInt8(at + 4) / 256 }
  }
}

function readNacked(part: Buffer): number[] {
  const sequences: number[] = []
  for (let at = 12; part.length >= at + 4 && sequences.length < mostNacked; at += 4) {
    const first = part.readUInt16BE(at)
    const more = part.readUInt16BE(at + 2)
    sequences.push(first)
    for (let bit = 0; bit < 16; bit += 1) if (more & (1 << bit)) sequences.push((first + bit + 1) & 0xffff)
  }
  return sequences
}

function part(type: number, count: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUInt8(0x80 | count, 0)
  buffer.writeUInt8(type, 1)
  buffer.writeUInt16BE(bytes / 4 - 1, 2)
  return buffer
}

/** Asks a sender for packets again. @param sequences at least one, in rising order */
export function writeNack(sender: number, media: number, sequences: readonly number[]): Buffer {
  const pairs: { first: number; more: number }[] = []
  for (const sequence of sequences) {
    const last = pairs.at(-1)
    const distance = last === undefined ? 0 : (sequence - last.first) & 0xffff
    if (last && distance >= 1 && distance <= 16) last.more |= 1 << (distance - 1)
    else pairs.push({ first: sequence, more: 0 })
  }
  const buffer = part(types.transportFeedback, 1, 12 + pairs.length * 4)
  buffer.writeUInt32BE(sender, 4)
  buffer.writeUInt32BE(media, 8)
  pairs.forEach(({ first, more }, index) => {
    buffer.writeUInt16BE(first, 12 + index * 4)
    buffer.writeUInt16BE(more, 14 + index * 4)
  })
  return buffer
}

/** Asks a sender for a key frame. */
export function writeKeyFrameRequest(sender: number, media: number): Buffer {
  const buffer = part(types.payloadFeedback, 1, 12)
  buffer.writeUInt32BE(sender, 4)
  buffer.writeUInt32BE(media, 8)
  return buffer
}

export interface Reception {
  ssrc: number
  /** From 0 to 1, since the report before. */
  lost: number
  lostInAll: number
  /** The highest sequence number, with the count of its wraps in the upper 16 bits. */
  highest: number
  /** In units of the media's clock. */
  jitter: number
  /** The middle 32 bits of the last sender report's time, and the delay since in 1/65,536 seconds; 0 without one. */
  lastReport: number
  delay: number
}

/** Tells a sender what arrived. */
export function writeReceiverReport(
  sender: number,
  { ssrc, lost, lostInAll, highest, jitter, lastReport, delay }: Reception,
): Buffer {
  const buffer = part(types.receiverReport, 1, 32)
  buffer.writeUInt32BE(sender, 4)
  buffer.writeUInt32BE(ssrc, 8)
  buffer.writeUInt8(Math.min(255, Math.floor(lost * 256)), 12)
  buffer.writeUIntBE(Math.min(0x7fffff, Math.max(0, lostInAll)), 13, 3)
  buffer.writeUInt32BE(highest >>> 0, 16)
  buffer.writeUInt32BE(Math.round(jitter) >>> 0, 20)
  buffer.writeUInt32BE(lastReport >>> 0, 24)
  buffer.writeUInt32BE(Math.round(delay) >>> 0, 28)
  return buffer
}

/** Tells a sender how many bits a second it may send (REMB). */
export function writeBitrateLimit(sender: number, media: number, bitsPerSecond: number): Buffer {
  const buffer = part(types.payloadFeedback, 15, 24)
  buffer.writeUInt32BE(sender, 4)
  buffer.write('REMB', 12, 'latin1')
  let [exponent, mantissa] = [0, Math.floor(bitsPerSecond)]
  while (mantissa >= 1 << 18) [exponent, mantissa] = [exponent + 1, mantissa >>> 1]
  buffer.writeUInt8(1, 16)
  buffer.writeUIntBE((exponent << 18) | mantissa, 17, 3)
  buffer.writeUInt32BE(media, 20)
  return buffer
}

export interface SenderReport {
  ssrc: number
  ntpHigh: number
  ntpLow: number
  timestamp: number
  packets: number
  octets: number
}

/** Ties a stream's timestamps to the sender's clock, so that players keep lips and sound together. */
export function writeSenderReport({ ssrc, ntpHigh, ntpLow, timestamp, packets, octets }: SenderReport): Buffer {
  const buffer = part(types.senderReport, 0, 28)
  buffer.writeUInt32BE(ssrc, 4)
  buffer.writeUInt32BE(ntpHigh, 8)
  buffer.writeUInt32BE(ntpLow, 12)
  buffer.writeUInt32BE(timestamp >>> 0, 16)
  buffer.writeUInt32BE(packets >>> 0, 20)
  buffer.writeUInt32BE(octets >>> 0, 24)
  return buffer
}
