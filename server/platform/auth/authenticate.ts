import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { readAccessToken } from './access-token.ts'
import type { Student } from './principal.ts'

export const liveSession = statement<{ id: number; email: string; full_name: string; phone: string | null; verified: boolean }>(
  'live_session',
  `select u.id, u.email, u.full_name, u.phone, u.verified_at is not null as verified
   from sessions s join users u on u.id = s.user_id
   where s.id = $1 and to_timestamp($2::float8) > now() and s.revoked_at is null and s.expires_at > app_now() and s.idle_expires_at > app_now()
     and u.disabled_at is null`,
)

/** Returns the student of an `Authorization` header with an active session, else undefined. */
export async function authenticate(deps: Deps, authorization: string | undefined): Promise<Student | undefined> {
  const claims = await readAccessToken(deps, authorization)
  if (!claims) return undefined
  const { sessionId, expiresAt } = claims
  const found = await row(deps.db, liveSession, [sessionId, expiresAt])
  return (
    found && {
      kind: 'student',
      id: found.id,
      sessionId,
      email: found.email,
      fullName: found.full_name,
      phone: found.phone,
      verified: found.verified,
    }
  )
}
