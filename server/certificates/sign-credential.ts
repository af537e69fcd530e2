import { importJWK, SignJWT } from 'jose'
import type { SigningKey } from './signing-key.ts'

interface Credential {
  readonly id: string
  readonly issuer: { readonly id: string }
  readonly validFrom: string
  readonly credentialSubject: { readonly id?: string }
}

/** The credential as a VC-JWT, signed by its issuer. */
export async function signCredential(credential: Credential, key: SigningKey): Promise<string> {
  const issuer = credential.issuer.id
  const jwt = new SignJWT({ vc: credential })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: `${issuer}#${key.id}` })
    .setIssuer(issuer)
    .setJti(credential.id)
    .setNotBefore(new Date(credential.validFrom))
  if (credential.credentialSubject.id) jwt.setSubject(credential.credentialSubject.id)
  return jwt.sign(await importJWK({ kty: 'OKP', crv: 'Ed25519', x: key.x, d: key.d }, 'EdDSA'))
}
