import { gunzipSync } from 'node:zlib'
import type { JwtCredentialPayload } from 'did-jwt-vc'
import { verifyCredential } from 'did-jwt-vc'
import type { Resolver } from 'did-resolver'
import { expect, test } from 'vitest'
import { didDocument, didOf } from './did-document.ts'
import { signCredential } from './sign-credential.ts'
import type { PublicKey } from './signing-key.ts'
import { createSigningKey } from './signing-key.ts'
import { encodeStatusList } from './status-list.ts'

const publicUrl = 'https://school.example:8443'
const did = didOf(publicUrl)

const credential = {
  '@context': [
    'https://www.w3.org/2018/credentials/v1',
    'https://www.w3.org/ns/credentials/v2',
    'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
  ],
  id: `${publicUrl}/verify/abc`,
  type: ['VerifiableCredential', 'OpenBadgeCredential'],
  issuer: { id: did, type: ['Profile'], name: 'The school' },
  validFrom: '2025-01-05T10:00:00Z',
  credentialSubject: { id: 'did:example:asha', type: ['AchievementSubject'] },
}

function resolves(keys: readonly PublicKey[]): Pick<Resolver, 'resolve'> {
  const didResolution = { didResolutionMetadata: {}, didDocument: didDocument(publicUrl, keys), didDocumentMetadata: {} }
  return { resolve: () => Promise.resolve(didResolution) }
}

test('an independent verifier accepts a signed credential', async () => {
  const key = createSigningKey('key-1')
  const verified = await verifyCredential(await signCredential(credential, key), resolves([key]))
  expect(verified.payload.iss).toBe('did:web:school.example%3A8443')
  expect((verified.payload as JwtCredentialPayload).vc.type).toEqual(credential.type)
})

test('a credential of a retired key still verifies', async () => {
  const retired = createSigningKey('key-1')
  const jwt = await signCredential(credential, retired)
  await expect(verifyCredential(jwt, resolves([createSigningKey('key-2'), retired]))).resolves.toBeDefined()
})

test('an independent verifier refuses a changed credential and another key', async () => {
  const key = createSigningKey('key-1')
  const [header, payload = '', signature] = (await signCredential(credential, key)).split('.')
  const changed = Buffer.from(payload, 'base64url').toString().replace('The school', 'Our school')
  const forged = [header, Buffer.from(changed).toString('base64url'), signature].join('.')
  await expect(verifyCredential(forged, resolves([key]))).rejects.toThrow('invalid_signature')
  const jwt = await signCredential(credential, key)
  await expect(verifyCredential(jwt, resolves([createSigningKey('key-1')]))).rejects.toThrow('invalid_signature')
})

test('a status list has a bit for each revoked position', () => {
  const list = encodeStatusList([0, 9, 131_072])
  expect(list.slice(0, 1)).toBe('u')
  const bits = gunzipSync(Buffer.from(list.slice(1), 'base64url'))
  expect([bits[0], bits[1], bits[2], bits[16_384]]).toEqual([0b1000_0000, 0b0100_0000, 0, 0b1000_0000])
  expect(gunzipSync(Buffer.from(encodeStatusList([]).slice(1), 'base64url'))).toHaveLength(16_384)
})
