import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'
import { z } from 'zod'
import { classRoles, type ClassRole } from '#contract/classes/live-class.ts'
import type { Config } from '#server/config.ts'
import { keysFor } from '#server/platform/secrets/secrets.ts'

/** Seconds. The page asks for another one before. */
export const classTokenLifetime = 600
const issuer = 'karyashala'
const audience = 'karyashala-class'
const type = 'class+jwt'

/** What a token of a class binds together. */
export interface ClassToken {
  sessionId: number
  person: string
  role: ClassRole
  engineId: string
  /** Seconds of the epoch by the database's clock. */
  expiresAt: number
}

const claims = z.object({
  sub: z.string(),
  class: z.int(),
  role: z.enum(classRoles),
  engine: z.uuid(),
  exp: z.int(),
})

export async function signClassToken(
  config: Pick<Config, 'authSecrets'>,
  { sessionId, person, role, engineId, expiresAt }: ClassToken,
): Promise<string> {
  return new SignJWT({ class: sessionId, role, engine: engineId })
    .setProtectedHeader({ alg: 'HS256', typ: type })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(person)
    .setExpirationTime(expiresAt)
    .sign(keysFor(config.authSecrets, 'class-token')[0])
}

/** Returns what a token of this product says, else undefined. The caller compares the expiry with the database's clock. */
export async function readClassToken(
  config: Pick<Config, 'authSecrets'>,
  authorization: string | undefined,
): Promise<ClassToken | undefined> {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(authorization ?? '')?.[1]
  if (token === undefined) return undefined
  for (const key of keysFor(config.authSecrets, 'class-token')) {
    const verified = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer,
      audience,
      typ: type,
      currentDate: new Date(0),
    }).catch(() => undefined)
    const found = claims.safeParse(verified?.payload).data
    if (found) {
      const { sub: person, class: sessionId, role, engine: engineId, exp: expiresAt } = found
      return { sessionId, person, role, engineId, expiresAt }
    }
  }
  return undefined
}
