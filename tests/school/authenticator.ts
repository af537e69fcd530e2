import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { CreationOptions, NewPasskey, PasskeyUse, RequestOptions } from '#contract/people/staff/sign-in.ts'
import { siteOrigin } from './staff.ts'

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const encode = (data: Buffer | Uint8Array) => Buffer.from(data).toString('base64url')

interface Deviation {
  origin?: string
  /** Whether the person was verified by a fingerprint or a PIN. */
  userVerified?: boolean
  rpId?: string
  counter?: number
}

/** An authenticator in software with one ES256 passkey. Each use may deviate from what the product asked for. */
export class Authenticator {
  readonly id = encode(randomBytes(32))
  counter = 0
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })

  register({ challenge, rp }: CreationOptions, deviation: Deviation = {}): NewPasskey {
    const jwk = this.keys.publicKey.export({ format: 'jwk' })
    const coordinate = (value: string | undefined) => new Uint8Array(Buffer.from(value ?? '', 'base64url'))
    const key = new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(jwk.x)],
      [-3, coordinate(jwk.y)],
    ])
    const credential = Buffer.from(this.id, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(credential.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, credential, isoCBOR.encode(key)])
    const authData = Buffer.concat([this.head(deviation.rpId ?? rp.id, 0x40, deviation), attested])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ])
    return {
      id: this.id,
      rawId: this.id,
      response: {
        clientDataJSON: clientData('webauthn.create', challenge, deviation.origin),
        attestationObject: encode(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
        transports: ['internal'],
      },
      clientExtensionResults: {},
      type: 'public-key',
    }
  }

  use({ challenge, rpId }: RequestOptions, deviation: Deviation = {}): PasskeyUse {
    this.counter = deviation.counter ?? this.counter + 1
    const authData = this.head(deviation.rpId ?? rpId, 0, deviation)
    const client = clientData('webauthn.get', challenge, deviation.origin)
    const signed = Buffer.concat([authData, sha256(Buffer.from(client, 'base64url'))])
    return {
      id: this.id,
      rawId: this.id,
      response: {
        clientDataJSON: client,
        authenticatorData: encode(authData),
        signature: encode(createSign('sha256').update(signed).sign(this.keys.privateKey)),
      },
      clientExtensionResults: {},
      type: 'public-key',
    }
  }

  /** The hash of the host, the flags and the counter. */
  private head(rpId: string, flags: number, { userVerified = true }: Deviation): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags + 0x01 + (userVerified ? 0x04 : 0)]), counter])
  }
}

function clientData(type: string, challenge: string, origin = siteOrigin): string {
  return encode(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })))
}
