import { sendWithCommit, type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { signAccessToken } from '#server/platform/auth/access-token.ts'
import { hashOfRefreshToken, secondsNow } from './refresh-token.ts'

export interface Tokens {
  access: string
  refresh: string
}

/** How long a session lives without a refresh. */
export const idleHours = 7 * 24

const insertSession = statement<{ now: number }>(
  'insert_session',
  `with opened as (
     insert into sessions (id, user_id, user_agent, created_at, last_seen_at, idle_expires_at, expires_at)
     values ($1, $2, $3, app_now(), app_now(), app_now() + make_interval(hours => $5), app_now() + interval '30 days')
     returning id
   )
   insert into refresh_tokens (hash, session_id, generation) select $4, id, 0 from opened returning ${secondsNow}`,
)

/** Opens a session that ends after seven idle days or thirty days in total, and commits. */
export async function openSession(deps: Deps, tx: Queryable, userId: number, userAgent: string): Promise<Tokens> {
  const sessionId = deps.random.uuid()
  const refresh = deps.random.bytes(32).toString('base64url')
  const [opened] = await sendWithCommit(tx, insertSession, [
    sessionId,
    userId,
    userAgent.slice(0, 300),
    hashOfRefreshToken(refresh),
    idleHours,
  ])
  if (!opened) throw new Error('the session was not opened')
  return { access: await signAccessToken(deps, userId, sessionId, opened.now), refresh }
}

const revokeSessionsOfUser = statement(
  'revoke_sessions_of_user',
  `update sessions set revoked_at = app_now() where user_id = $1 and revoked_at is null`,
)

export async function revokeSessions(tx: Queryable, userId: number): Promise<void> {
  await rows(tx, revokeSessionsOfUser, [userId])
}

const revokeSessionsOfUnverified = statement(
  'revoke_sessions_of_unverified',
  `update sessions s set revoked_at = app_now() from users u
   where u.id = s.user_id and u.id = any ($1::bigint[]) and u.verified_at is null and s.revoked_at is null`,
)

/** Ends the sessions of those accounts that nobody has verified: a stranger may have opened them by registering the address. */
export async function revokeUnverifiedSessions(tx: Queryable, userIds: readonly number[]): Promise<void> {
  await rows(tx, revokeSessionsOfUnverified, [userIds])
}

const endLiveSessions = statement<{ id: string }>(
  'end_live_sessions',
  `update sessions set revoked_at = app_now()
   where user_id = $1 and ($2::uuid is null or id = $2) and revoked_at is null and expires_at > app_now() and idle_expires_at > app_now()
   returning id`,
)

/** Ends one session of an account, or with null all, and returns how many were active. */
export async function endSessionsOf(tx: Queryable, userId: number, sessionId: string | null): Promise<number> {
  return (await rows(tx, endLiveSessions, [userId, sessionId])).length
}

const revokeOtherSessionsOfUser = statement(
  'revoke_other_sessions_of_user',
  `update sessions set revoked_at = app_now() where user_id = $1 and id <> $2 and revoked_at is null`,
)

export async function revokeOtherSessions(tx: Queryable, userId: number, sessionId: string): Promise<void> {
  await rows(tx, revokeOtherSessionsOfUser, [userId, sessionId])
}

const revokeSessionOfToken = statement<{ id: string }>(
  'revoke_session_of_token',
  `update sessions set revoked_at = app_now()
   where id = (select session_id from refresh_tokens where hash = $1) and revoked_at is null
   returning id`,
)

/** Ends the session of a refresh token of any generation. */
export async function revokeSessionOf(tx: Queryable, refresh: string): Promise<void> {
  await row(tx, revokeSessionOfToken, [hashOfRefreshToken(refresh)])
}
