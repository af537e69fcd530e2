import { sendLater, row, statement, transaction } from '#server/platform/db/query.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { HttpError } from '#server/platform/errors/errors.ts'
import { signAccessToken } from '#server/platform/auth/access-token.ts'
import { hashOfRefreshToken, secondsNow, successorOf, type Tokens } from './session.ts'

interface Presented {
  session_id: string
  user_id: number
  generation: number
  live: boolean
  successor: Buffer | null
  replayed: boolean
  now: number
}

// Locks the session, so that tokens of one family are checked one at a time. A thief who refreshes in step with the
// owner presents each token a second time. That is a replay, once the client has used a successor.
const presentedRefreshToken = statement<Presented>(
  'presented_refresh_token',
  `select t.session_id, s.user_id, t.generation, next.hash as successor,
     s.revoked_at is null and s.expires_at > app_now() and s.idle_expires_at > app_now() and u.disabled_at is null as live,
     coalesce(next.first_used_at < app_now() - interval '10 seconds', false)
       or coalesce(t.first_used_at < app_now() - interval '60 seconds', false) and exists (
         select 1 from refresh_tokens later
         where later.session_id = t.session_id and later.generation > 0 and later.first_used_at is not null
       ) as replayed,
     ${secondsNow}
   from refresh_tokens t
   join sessions s on s.id = t.session_id
   join users u on u.id = s.user_id
   left join refresh_tokens next on next.session_id = t.session_id and next.generation = t.generation + 1
   where t.hash = $1
   for update of s`,
)
const revokeFamily = statement('revoke_family', `update sessions set revoked_at = app_now() where id = $1`)
const advanceFamily = statement(
  'advance_family',
  `with used as (
     update refresh_tokens set first_used_at = coalesce(first_used_at, app_now()) where hash = $1
   ), seen as (
     update sessions set last_seen_at = app_now(), idle_expires_at = app_now() + interval '7 days' where id = $2
   )
   insert into refresh_tokens (hash, session_id, generation) values ($3, $2, $4) on conflict do nothing`,
)

/** @throws HttpError 401 for an unknown, ended or replayed token; a replay revokes the whole family */
export async function refreshSession(deps: Deps, _visitor: Visitor, input: { body: { refresh: string } }): Promise<Tokens> {
  const { refresh } = input.body
  const renewed = await transaction(deps.db, async (tx) => {
    const presented = await row(tx, presentedRefreshToken, [hashOfRefreshToken(refresh)])
    if (!presented?.live) return undefined
    if (presented.replayed) {
      sendLater(tx, revokeFamily, [presented.session_id])
      return undefined
    }
    const next = successorOf(deps, refresh, presented.successor)
    sendLater(tx, advanceFamily, [
      hashOfRefreshToken(refresh),
      presented.session_id,
      hashOfRefreshToken(next),
      presented.generation + 1,
    ])
    return { presented, refresh: next }
  })
  if (!renewed) throw new HttpError(401, 'session_ended', 'Your session has ended. Please log in again.')
  const { user_id: userId, session_id: sessionId, now } = renewed.presented
  return { access: await signAccessToken(deps, userId, sessionId, now), refresh: renewed.refresh }
}
