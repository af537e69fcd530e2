import type { PublicKey } from './signing-key.ts'

/** The identifier that the method `did:web` gives an address without a path. The colon of a port is escaped. */
export function didOf(publicUrl: string): string {
  return `did:web:${encodeURIComponent(new URL(publicUrl).host)}`
}

/** Keys that no longer sign stay in the document: credentials signed with them remain verifiable. */
export function didDocument(publicUrl: string, keys: readonly PublicKey[]) {
  const did = didOf(publicUrl)
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1'],
    id: did,
    verificationMethod: keys.map(({ id, x }) => ({
      id: `${did}#${id}`,
      type: 'JsonWebKey2020',
      controller: did,
      publicKeyJwk: { kty: 'OKP', crv: 'Ed25519', x },
    })),
    assertionMethod: keys.map(({ id }) => `${did}#${id}`),
  }
}
