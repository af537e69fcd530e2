import { webcrypto } from 'node:crypto'
import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'
import type { Deps } from '#server/deps.ts'
import { keysFor } from '#server/platform/secrets/secrets.ts'

/** Seconds. */
const lifetime = 600
const issuer = 'karyashala'
const type = 'at+jwt'
/** Students and staff have tokens of their own, signed with different keys for different audiences. */
const holders = {
  student: { audience: 'karyashala-web', purpose: 'access-token' },
  staff: { audience: 'karyashala-staff', purpose: 'staff-access-token' },
} as const
type Holder = keyof typeof holders

export interface AccessClaims {
  sessionId: string
  /** Seconds of the epoch by the database's clock, because the clocks of processes may differ. */
  expiresAt: number
}

/** Imported once, because that costs as much as a signature. Keys are few and derived once. */
const imported = new WeakMap<Buffer, Promise<webcrypto.CryptoKey>>()

function importedKey(key: Buffer): Promise<webcrypto.CryptoKey> {
  const known = imported.get(key)
  if (known) return known
  const importing = webcrypto.subtle.importKey('raw', new Uint8Array(key), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ])
  imported.set(key, importing)
  return importing
}

/**
 * Signs an RFC 9068 access token of ten minutes. It only names the session, which the database checks at each request.
 * @param now seconds of the epoch by the database's clock
 */
export async function signAccessToken(
  deps: { config: Pick<Deps['config'], 'authSecrets'> },
  userId: number,
  sessionId: string,
  now: number,
  holder: Holder = 'student',
): Promise<string> {
  const { audience, purpose } = holders[holder]
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: type })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(String(userId))
    .setIssuedAt(now)
    .setExpirationTime(now + lifetime)
    .sign(await importedKey(keysFor(deps.config.authSecrets, purpose)[0]))
}

/**
 * Returns the claims of an `Authorization` header whose token this product has signed for the holder, else undefined. The
 * caller checks the expiry.
 */
export async function readAccessToken(
  deps: Pick<Deps, 'config'>,
  authorization: string | undefined,
  holder: Holder = 'student',
): Promise<AccessClaims | undefined> {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(authorization ?? '')?.[1]
  if (!token) return undefined
  const { audience, purpose } = holders[holder]
  for (const key of keysFor(deps.config.authSecrets, purpose)) {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, await importedKey(key), {
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
      if (typeof sid !== 'string' || !/^[\da-f-]{36}$/.test(sid) || typeof exp !== 'number') return undefined
      return { sessionId: sid, expiresAt: exp }
    } catch {
      // Signed with another secret, or not by this product.
    }
  }
  return undefined
}
