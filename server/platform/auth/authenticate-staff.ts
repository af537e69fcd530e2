import type { Role } from '#contract/permissions.ts'
import { stepUpMinutes } from '#contract/staff-rules.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { readAccessToken } from './access-token.ts'
import type { SignedInStaff } from './principal.ts'

const liveStaffSession = statement<{ id: number; roles: Role[]; recent_factor: SignedInStaff['recentFactor'] | null }>(
  'live_staff_session',
  `select m.id, m.roles, case when s.factor_at > app_now() - make_interval(mins => $3) then s.factor end as recent_factor
   from staff_sessions s join staff m on m.id = s.staff_id
   where s.id = $1 and to_timestamp($2::float8) > now() and s.revoked_at is null and s.expires_at > app_now()
     and s.idle_expires_at > app_now() and m.disabled_at is null`,
)

/** Returns the member of staff of an `Authorization` header with an active session, else undefined. */
export async function authenticateStaff(
  deps: Pick<Deps, 'db' | 'config'>,
  authorization: string | undefined,
): Promise<SignedInStaff | undefined> {
  const claims = await readAccessToken(deps, authorization, 'staff')
  if (!claims) return undefined
  const { sessionId, expiresAt } = claims
  const found = await row(deps.db, liveStaffSession, [sessionId, expiresAt, stepUpMinutes])
  return found && { kind: 'staff', id: found.id, roles: found.roles, sessionId, recentFactor: found.recent_factor ?? undefined }
}
