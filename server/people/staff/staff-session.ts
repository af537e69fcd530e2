import { permissionsOf, type Role } from '#contract/permissions.ts'
import { sessionLimits } from '#contract/staff-rules.ts'
import type { Me, StaffSignedIn } from '#contract/people/staff/sign-in.ts'
import { hashOfRefreshToken, secondsNow } from '#server/people/accounts/refresh-token.ts'
import { signAccessToken } from '#server/platform/auth/access-token.ts'
import { one, type Queryable, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import type { FactorKind } from './check-factor.ts'
import { noteDevice } from './note-device.ts'

/** What a sign-in answers, and the token for the cookie. */
export interface OpenedSession extends StaffSignedIn {
  refresh: string
}

export interface Member {
  id: number
  name: string
  email: string
  roles: [Role, ...Role[]]
}

export const memberColumns = 'm.id, m.name, m.email, m.roles'

/** The member as the console reads it. */
export function meOf({ id, name, email, roles }: Member): Me {
  return { id, name, email, role: roles[0], roles, permissions: permissionsOf(roles) }
}

const insertStaffSession = statement<{ now: number }>(
  'insert_staff_session',
  `with opened as (
     insert into staff_sessions
       (id, staff_id, user_agent, network, created_at, last_seen_at, idle_expires_at, expires_at, factor, factor_at)
     values ($1, $2, $3, $4::cidr, app_now(), app_now(), app_now() + make_interval(hours => $5),
       app_now() + make_interval(days => $6), $7, app_now())
     returning id
   )
   insert into staff_refresh_tokens (hash, session_id, generation) select $8, id, 0 from opened returning ${secondsNow}`,
)

/** Opens a session that ends after eight idle hours or seven days in total. The person and the owners get a mail about a new device. */
export async function openStaffSession(
  deps: Deps,
  tx: Queryable,
  member: Member,
  used: { factor: FactorKind; network: string; userAgent: string },
): Promise<OpenedSession> {
  const sessionId = deps.random.uuid()
  const refresh = deps.random.bytes(32).toString('base64url')
  const userAgent = used.userAgent.slice(0, 300)
  const { now } = await one(tx, insertStaffSession, [
    sessionId,
    member.id,
    userAgent,
    used.network,
    sessionLimits.idleHours,
    sessionLimits.days,
    used.factor,
    hashOfRefreshToken(refresh),
  ])
  await noteDevice(deps, tx, member, { userAgent, network: used.network })
  return { access: await signAccessToken(deps, member.id, sessionId, now, 'staff'), staff: meOf(member), refresh }
}

const revokeSessionsOfStaff = statement(
  'revoke_sessions_of_staff',
  `update staff_sessions set revoked_at = app_now() where staff_id = $1 and revoked_at is null`,
)

export async function revokeStaffSessions(tx: Queryable, staffId: number): Promise<void> {
  await rows(tx, revokeSessionsOfStaff, [staffId])
}
