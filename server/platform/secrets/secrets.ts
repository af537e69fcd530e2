import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

type Purpose =
  | 'access-token'
  | 'code'
  | 'refresh-successor'
  | 'mail-seal'
  | 'recording'
  | 'preview'
  | 'unsubscribe'
  | 'trial-guest'
  | 'class-token'
  | 'classroom-engine'
  | 'staff-access-token'
  | 'staff-code'
  | 'staff-recovery-code'
  | 'staff-refresh-successor'
  | 'staff-totp-seal'
  | 'credential-key-seal'

type SealPurpose = Extract<Purpose, `${string}-seal`>

/** Caches one 256-bit key per secret and purpose. The first secret signs, all verify. */
const derived = new Map<string, Buffer>()

export function keysFor(secrets: readonly string[], purpose: Purpose): [Buffer, ...Buffer[]] {
  const [first, ...rest] = secrets.map((secret) => {
    const known = derived.get(`${purpose} ${secret}`)
    if (known) return known
    const key = Buffer.from(hkdfSync('sha256', secret, 'karyashala', purpose, 32))
    derived.set(`${purpose} ${secret}`, key)
    return key
  })
  if (!first) throw new Error('AUTH_SECRET is empty')
  return [first, ...rest]
}

export function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** Encrypts with AES-256-GCM: 12 bytes of nonce, 16 of tag, then the ciphertext. */
export function seal(secrets: readonly string[], value: unknown, purpose: SealPurpose = 'mail-seal'): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keysFor(secrets, purpose)[0], nonce)
  const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

/** No secret that AUTH_SECRET lists has sealed a value. It was replaced without listing the former one. */
export class SealLost extends Error {
  constructor() {
    super('sealed under a secret that AUTH_SECRET no longer lists')
  }
}

/** @throws SealLost when no secret decrypts it */
export function unseal(secrets: readonly string[], sealed: Buffer, purpose: SealPurpose = 'mail-seal'): Record<string, unknown> {
  return open(secrets, sealed, purpose).value
}

/**
 * As `unseal`, for values that outlive a secret.
 * @returns `resealed` when a former secret had sealed it, to be stored so that the former one may be dropped
 */
export function unsealLasting(
  secrets: readonly string[],
  sealed: Buffer,
  purpose: SealPurpose,
): { value: Record<string, unknown>; resealed: Buffer | undefined } {
  const { value, isCurrent } = open(secrets, sealed, purpose)
  return { value, resealed: isCurrent ? undefined : seal(secrets, value, purpose) }
}

function open(secrets: readonly string[], sealed: Buffer, purpose: SealPurpose) {
  for (const [index, key] of keysFor(secrets, purpose).entries()) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
      decipher.setAuthTag(sealed.subarray(12, 28))
      const text = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
      return { value: JSON.parse(text.toString('utf8')) as Record<string, unknown>, isCurrent: index === 0 }
    } catch {
      // Sealed with another secret.
    }
  }
  throw new SealLost()
}
