import { statement, transaction } from '#server/platform/db/query.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { HttpError } from '#server/platform/errors/errors.ts'
import { signAccessToken } from '#server/platform/auth/access-token.ts'
import { type PresentedToken, presentedColumns, rotateRefreshToken } from './refresh-token.ts'
import { idleHours, type Tokens } from './session.ts'

const presentedRefreshToken = statement<PresentedToken & { user_id: number }>(
  'presented_refresh_token',
  `select ${presentedColumns}, s.user_id, u.disabled_at is null as enabled
   from refresh_tokens t
   join sessions s on s.id = t.session_id
   join users u on u.id = s.user_id
   left join refresh_tokens next on next.session_id = t.session_id and next.generation = t.generation + 1
   cross join lateral (select exists (
     select from refresh_tokens l where l.session_id = t.session_id and l.generation > 0 and l.first_used_at is not null
   ) as used) later
   where t.hash = $1
   for update of s`,
)
const revokeFamily = statement('revoke_family', `update sessions set revoked_at = app_now() where id = $1`)
const advanceFamily = statement(
  'advance_family',
  `with used as (
     update refresh_tokens set first_used_at = coalesce(first_used_at, app_now()) where hash = $1
   ), seen as (
     update sessions set last_seen_at = app_now(), idle_expires_at = app_now() + make_interval(hours => $5) where id = $2
   )
   insert into refresh_tokens (hash, session_id, generation) values ($3, $2, $4) on conflict do nothing`,
)
const rotation = { present: presentedRefreshToken, revoke: revokeFamily, advance: advanceFamily, idleHours }

/** @throws HttpError 401 for an unknown, ended or replayed token; a replay revokes the whole family */
export async function refreshSession(deps: Deps, _visitor: Visitor, input: { body: { refresh: string } }): Promise<Tokens> {
  const renewed = await transaction(deps.db, (tx) => rotateRefreshToken(deps, tx, input.body.refresh, rotation))
  if (!renewed) throw new HttpError(401, 'session_ended', 'Your session has ended. Please log in again.')
  const { user_id: userId, session_id: sessionId, now } = renewed.presented
  return { access: await signAccessToken(deps, userId, sessionId, now), refresh: renewed.refresh }
}
