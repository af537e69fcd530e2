import { sessionLimits } from '#contract/staff-rules.ts'
import { type PresentedToken, presentedColumns, rotateRefreshToken } from '#server/people/accounts/refresh-token.ts'
import { signAccessToken } from '#server/platform/auth/access-token.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import { statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { HttpError } from '#server/platform/errors/errors.ts'
import { readRefreshCookie } from './refresh-cookie.ts'
import { refuseForeignOrigin } from './refuse-foreign-origin.ts'
import { type Member, memberColumns, meOf, type OpenedSession } from './staff-session.ts'

const presentedStaffToken = statement<PresentedToken & Member>(
  'presented_staff_token',
  `select ${presentedColumns}, ${memberColumns}, m.disabled_at is null as enabled
   from staff_refresh_tokens t
   join staff_sessions s on s.id = t.session_id
   join staff m on m.id = s.staff_id
   left join staff_refresh_tokens next on next.session_id = t.session_id and next.generation = t.generation + 1
   cross join lateral (select exists (
     select from staff_refresh_tokens l where l.session_id = t.session_id and l.generation > 0 and l.first_used_at is not null
   ) as used) later
   where t.hash = $1
   for update of s`,
)
const revokeStaffFamily = statement('revoke_staff_family', `update staff_sessions set revoked_at = app_now() where id = $1`)
const advanceStaffFamily = statement(
  'advance_staff_family',
  `with used as (
     update staff_refresh_tokens set first_used_at = coalesce(first_used_at, app_now()) where hash = $1
   ), seen as (
     update staff_sessions set last_seen_at = app_now(), idle_expires_at = app_now() + make_interval(hours => $5) where id = $2
   )
   insert into staff_refresh_tokens (hash, session_id, generation) values ($3, $2, $4) on conflict do nothing`,
)

const rotation = {
  present: presentedStaffToken,
  revoke: revokeStaffFamily,
  advance: advanceStaffFamily,
  idleHours: sessionLimits.idleHours,
}

/**
 * Returns a new access token and the successor of the cookie's token.
 * @throws HttpError 403 for another origin; 401 for an unknown, ended or replayed token; a replay ends the session
 */
export async function refreshStaffSession(
  deps: Deps,
  _visitor: Visitor,
  input: { cookie: string | undefined; origin: string | undefined },
): Promise<OpenedSession> {
  refuseForeignOrigin(deps, input.origin)
  const refresh = readRefreshCookie(deps, input.cookie)
  const renewed =
    refresh === undefined ? undefined : await transaction(deps.db, (tx) => rotateRefreshToken(deps, tx, refresh, rotation))
  if (!renewed) throw new HttpError(401, 'session_ended', 'Your session has ended. Please sign in again.')
  const { presented } = renewed
  const access = await signAccessToken(deps, presented.id, presented.session_id, presented.now, 'staff')
  return { access, staff: meOf(presented), refresh: renewed.refresh }
}
