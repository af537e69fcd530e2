import { jwtVerify, SignJWT } from 'jose'
import type { Deps } from '../deps.ts'
import { keysFor } from '../secrets.ts'

/** Seconds. */
const lifetime = 600
const issuer = 'karyashala'
const audience = 'karyashala-web'
const type = 'at+jwt'

/** RFC 9068 access token of ten minutes; it only names the session, which the database must still know. */
export async function signAccessToken(deps: Deps, userId: number, sessionId: string): Promise<string> {
  const now = Math.floor(deps.clock().getTime() / 1000)
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: type })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(String(userId))
    .setIssuedAt(now)
    .setExpirationTime(now + lifetime)
    .sign(keysFor(deps.config.authSecrets, 'access-token')[0])
}

/** The session a token names, or undefined for anything but a token that this product signed and that still runs. */
export async function readAccessToken(deps: Deps, token: string): Promise<string | undefined> {
  for (const key of keysFor(deps.config.authSecrets, 'access-token')) {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        issuer,
        audience,
        typ: type,
        currentDate: deps.clock(),
        requiredClaims: ['sub', 'sid', 'exp'],
      })
      // No kid, jwk, jku or x5u: the key is never taken from the token.
      if (Object.keys(protectedHeader).some((name) => name !== 'alg' && name !== 'typ')) return undefined
      return typeof payload['sid'] === 'string' ? payload['sid'] : undefined
    } catch {
      // Signed under another of the secrets, or not by us.
    }
  }
  return undefined
}
