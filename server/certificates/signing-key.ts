import { generateKeyPairSync } from 'node:crypto'

/** The public half of an Ed25519 key, as RFC 8037 writes it. */
export interface PublicKey {
  readonly id: string
  readonly x: string
}

export interface SigningKey extends PublicKey {
  /** The private half. It leaves this process only sealed. */
  readonly d: string
}

export function createSigningKey(id: string): SigningKey {
  const { x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  if (!x || !d) throw new Error('An Ed25519 key has no halves')
  return { id, x, d }
}
