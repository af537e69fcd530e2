import { SignJWT } from 'jose/jwt/sign'
import { importJWK } from 'jose/key/import'
import type { SigningKey } from './signing-key.ts'

interface Credential {
  readonly id: string
  readonly issuer: { readonly id: string }
  readonly validFrom: string
  readonly credentialSubject: { readonly id: string }
}

/**
 * The credential as a JWT, signed by its issuer. Since Open Badges 3.0 the payload is the credential itself, with its registered
 * claims beside it (8.2, JSON Web Token Proof Format).
 */
export async function signCredential(credential: Credential, key: SigningKey): Promise<string> {
  const issuer = credential.issuer.id
  return new SignJWT({ ...credential })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: `${issuer}#${key.id}` })
    .setIssuer(issuer)
    .setJti(credential.id)
    .setNotBefore(new Date(credential.validFrom))
    .setSubject(credential.credentialSubject.id)
    .sign(await importJWK({ kty: 'OKP', crv: 'Ed25519', x: key.x, d: key.d }, 'EdDSA'))
}
