/** Letters and digits that nobody takes for another one: without O and 0, I and 1. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A code of ten letters and digits that can't be guessed. */
export function generateCode(): string {
  // 32 letters divide 256, so each is as likely as any other.
  return Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => letters[byte % letters.length]).join('')
}
