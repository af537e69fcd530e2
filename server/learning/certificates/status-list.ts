import { gzipSync } from 'node:zlib'

/** The least length that Bitstring Status List 1.0 allows: a shorter list shows whose credential is asked about. */
const leastBits = 131_072

/** The list of revoked positions as the `encodedList` of Bitstring Status List 1.0: gzip in multibase base64url. */
export function encodeStatusList(revoked: readonly number[]): string {
  const longest = revoked.reduce((most, index) => Math.max(most, index + 1), leastBits)
  const bits = Buffer.alloc(Math.ceil(longest / 8))
  for (const index of revoked) {
    // Position 0 is the leftmost bit.
    const byte = index >> 3
    bits.writeUInt8(bits.readUInt8(byte) | (0x80 >> (index & 7)), byte)
  }
  return `u${gzipSync(bits).toString('base64url')}`
}
