import { createHash } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import { type Queryable, row, sendLater, type Statement } from '#server/platform/db/query.ts'
import { hmac, keysFor } from '#server/platform/secrets/secrets.ts'

export function hashOfRefreshToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/**
 * The issue time of access tokens, by the database clock that all processes share. Not `app_now()`, because tokens expire
 * in real time, also when a test moves the time.
 */
export const secondsNow = 'floor(extract(epoch from now()))::float8 as now'

/** A refresh token as it is presented, with its session. */
export interface PresentedToken {
  session_id: string
  generation: number
  /** Whether the session has neither ended nor expired. */
  live: boolean
  /** Whether the person may sign in. */
  enabled: boolean
  /** Hash of the stored successor. */
  successor: Buffer | null
  replayed: boolean
  now: number
}

/**
 * Columns of a token `t`, its session `s` and its successor `next`. `later.used` says whether a successor of any generation was used.
 * A thief who refreshes in step with the owner presents each token a second time. That is a replay, once the client has used a successor.
 */
export const presentedColumns = `t.session_id, t.generation, next.hash as successor,
  s.revoked_at is null and s.expires_at > app_now() and s.idle_expires_at > app_now() as live,
  coalesce(next.first_used_at < app_now() - interval '10 seconds', false)
    or coalesce(t.first_used_at < app_now() - interval '60 seconds', false) and later.used as replayed,
  ${secondsNow}`

interface Rotation<Presented extends PresentedToken> {
  /** Locks the session, so that tokens of one family are checked one at a time. */
  present: Statement<Presented>
  revoke: Statement<unknown>
  advance: Statement<unknown>
  /** How long a session lives without a refresh. */
  idleHours: number
}

/**
 * Exchanges a refresh token for its successor. Two calls with one token at once get the same successor.
 * @returns undefined for an unknown, ended or replayed token; a replay revokes the whole family
 */
export async function rotateRefreshToken<Presented extends PresentedToken>(
  deps: Deps,
  tx: Queryable,
  refresh: string,
  { present, revoke, advance, idleHours }: Rotation<Presented>,
): Promise<{ presented: Presented; refresh: string } | undefined> {
  const hash = hashOfRefreshToken(refresh)
  const presented = await row(tx, present, [hash])
  if (!presented?.live || !presented.enabled) return undefined
  const { session_id: sessionId, generation, successor, replayed } = presented
  if (replayed) {
    sendLater(tx, revoke, [sessionId])
    return undefined
  }
  const next = successorOf(deps, refresh, successor)
  sendLater(tx, advance, [hash, sessionId, hashOfRefreshToken(next), generation + 1, idleHours])
  return { presented, refresh: next }
}

/**
 * Returns the successor of a refresh token: the one that is stored, else a new one by the first secret. Derived, not random,
 * so that a repeated refresh answers the same successor and a family never forks.
 */
function successorOf(deps: Deps, token: string, stored: Buffer | null): string {
  const candidates = keysFor(deps.config.authSecrets, 'refresh-successor').map((key) => hmac(key, token).toString('base64url'))
  const next = candidates.find((one) => stored?.equals(hashOfRefreshToken(one))) ?? candidates[0]
  if (!next) throw new Error('AUTH_SECRET is empty')
  return next
}
