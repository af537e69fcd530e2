import { sessionLimits } from '#contract/staff-rules.ts'
import { hashOfRefreshToken, secondsNow, successorOf } from '#server/people/accounts/session.ts'
import { signAccessToken } from '#server/platform/auth/access-token.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import { row, rows, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { HttpError } from '#server/platform/errors/errors.ts'
import { readRefreshCookie } from './refresh-cookie.ts'
import { refuseForeignOrigin } from './refuse-foreign-origin.ts'
import { type Member, memberColumns, meOf, type OpenedSession } from './staff-session.ts'

interface Presented extends Member {
  session_id: string
  generation: number
  live: boolean
  successor: Buffer | null
  replayed: boolean
  now: number
}

// The rules are those of students' tokens. Locks the session, so that tokens of one family are checked one at a time.
const presentedStaffToken = statement<Presented>(
  'presented_staff_token',
  `select t.session_id, t.generation, next.hash as successor, ${memberColumns},
     s.revoked_at is null and s.expires_at > app_now() and s.idle_expires_at > app_now() and m.disabled_at is null as live,
     coalesce(next.first_used_at < app_now() - interval '10 seconds', false)
       or coalesce(t.first_used_at < app_now() - interval '60 seconds', false) and exists (
         select 1 from staff_refresh_tokens later
         where later.session_id = t.session_id and later.generation > 0 and later.first_used_at is not null
       ) as replayed,
     ${secondsNow}
   from staff_refresh_tokens t
   join staff_sessions s on s.id = t.session_id
   join staff m on m.id = s.staff_id
   left join staff_refresh_tokens next on next.session_id = t.session_id and next.generation = t.generation + 1
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

/**
 * Returns a new access token and the successor of the cookie's token. Two tabs that refresh at once get the same successor.
 * @throws HttpError 403 for another origin; 401 for an unknown, ended or replayed token; a replay ends the session
 */
export async function refreshStaffSession(
  deps: Deps,
  _visitor: Visitor,
  input: { cookie: string | undefined; origin: string | undefined },
): Promise<OpenedSession> {
  refuseForeignOrigin(deps, input.origin)
  const refresh = readRefreshCookie(deps, input.cookie)
  const session = refresh === undefined ? undefined : await rotate(deps, refresh)
  if (!session) throw new HttpError(401, 'session_ended', 'Your session has ended. Please sign in again.')
  return session
}

async function rotate(deps: Deps, refresh: string): Promise<OpenedSession | undefined> {
  return transaction(deps.db, async (tx) => {
    const presented = await row(tx, presentedStaffToken, [hashOfRefreshToken(refresh)])
    if (!presented?.live) return undefined
    if (presented.replayed) {
      await rows(tx, revokeStaffFamily, [presented.session_id])
      return undefined
    }
    const next = successorOf(deps, refresh, presented.successor)
    const { session_id: sessionId, generation } = presented
    const hashes = [hashOfRefreshToken(refresh), sessionId, hashOfRefreshToken(next)]
    await rows(tx, advanceStaffFamily, [...hashes, generation + 1, sessionLimits.idleHours])
    const access = await signAccessToken(deps, presented.id, sessionId, presented.now, 'staff')
    return { access, staff: meOf(presented), refresh: next }
  })
}
