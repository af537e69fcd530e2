import { jwtVerify, SignJWT } from 'jose'
import type { Deps } from '../deps.ts'
import { keysFor } from '../secrets.ts'

/** Seconds. */
const lifetime = 600
const issuer = 'karyashala'
const audience = 'karyashala-web'
const type = 'at+jwt'

export interface AccessClaims {
  sessionId: string
  /** Seconds of the epoch by the database's clock, because the clocks of processes may differ. */
  expiresAt: number
}

/**
 * Signs an RFC 9068 access token of ten minutes. It only names the session, which the database checks at each request.
 * @param now seconds of the epoch by the database's clock
 */
export async function signAccessToken(deps: Deps, userId: number, sessionId: string, now: number): Promise<string> {
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: type })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(String(userId))
    .setIssuedAt(now)
    .setExpirationTime(now + lifetime)
    .sign(keysFor(deps.config.authSecrets, 'access-token')[0])
}

/** Returns the claims of a token signed by this product, else undefined. The caller checks the expiry. */
export async function readAccessToken(deps: Deps, token: string): Promise<AccessClaims | undefined> {
  for (const key of keysFor(deps.config.authSecrets, 'access-token')) {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        issuer,
        audience,
        typ: type,
        // The database compares the expiry with its own clock.
        currentDate: new Date(0),
        requiredClaims: ['sub', 'sid', 'exp'],
      })
      // Rejects kid, jwk, jku and x5u: the key never comes from the token.
      if (Object.keys(protectedHeader).some((name) => name !== 'alg' && name !== 'typ')) return undefined
      const { sid, exp } = payload
      return typeof sid === 'string' && typeof exp === 'number' ? { sessionId: sid, expiresAt: exp } : undefined
    } catch {
      // Signed with another secret, or not by this product.
    }
  }
  return undefined
}
