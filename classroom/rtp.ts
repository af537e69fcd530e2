/** The fixed header of an RTP packet (RFC 3550, 5.1). */
export interface RtpHeader {
  payloadType: number
  sequence: number
  timestamp: number
  ssrc: number
  /** Where the payload begins. */
  payloadAt: number
}

const fixedHeader = 12

/** Whether a packet is RTCP: its second byte tells on a port that carries both (RFC 5761, 4). */
export const isRtcp = (packet: Buffer): boolean => packet.length >= 8 && (packet[1] ?? 0) >= 192 && (packet[1] ?? 0) <= 223

/** Returns the header of a packet; undefined for one that is no whole RTP packet. */
export function readRtp(packet: Buffer): RtpHeader | undefined {
  if (packet.length < fixedHeader) return undefined
  const first = packet.readUInt8(0)
  if (first >> 6 !== 2) return undefined
  let payloadAt = fixedHeader + (first & 0x0f) * 4
  if (first & 0x10) {
    if (packet.length < payloadAt + 4) return undefined
    payloadAt += 4 + packet.readUInt16BE(payloadAt + 2) * 4
  }
  if (packet.length < payloadAt) return undefined
  return {
    payloadType: packet.readUInt8(1) & 0x7f,
    sequence: packet.readUInt16BE(2),
    timestamp: packet.readUInt32BE(4),
    ssrc: packet.readUInt32BE(8),
    payloadAt,
  }
}

/** What a receiver of a packet agreed on, and its place in the receiver's stream. */
export interface RtpPlace {
  payloadType: number
  sequence: number
  timestamp: number
  ssrc: number
}

/** Writes a packet's place into its header, in the packet itself. */
export function placeRtp(packet: Buffer, { payloadType, sequence, timestamp, ssrc }: RtpPlace): void {
  packet.writeUInt8((packet.readUInt8(1) & 0x80) | payloadType, 1)
  packet.writeUInt16BE(sequence, 2)
  packet.writeUInt32BE(timestamp, 4)
  packet.writeUInt32BE(ssrc, 8)
}

/** Whether a payload of VP8 is the first packet of a key frame (RFC 7741, 4.2 and 4.3). */
export function beginsVp8KeyFrame(packet: Buffer, payloadAt: number): boolean {
  let at = payloadAt
  const required = packet[at]
  if (required === undefined || (required & 0x1f) !== 0x10) return false
  at += 1
  if (required & 0x80) {
    const extension = packet[at]
    if (extension === undefined) return false
    at += 1
    // A picture id has one byte, or two when its first bit is set.
    if (extension & 0x80) at += (packet[at] ?? 0) & 0x80 ? 2 : 1
    if (extension & 0x40) at += 1
    if (extension & 0x30) at += 1
  }
  const frame = packet[at]
  return frame !== undefined && (frame & 0x01) === 0
}

/** Steps from one sequence number to another, negative when it lies behind; both wrap at 65,536. */
export const stepsBetween = (from: number, to: number): number => ((to - from) << 16) >> 16
