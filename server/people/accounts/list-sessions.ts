import type { ActiveSession } from '#contract/people/accounts.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { parseUserAgent } from './parse-user-agent.ts'

interface Row {
  id: string
  user_agent: string
  created_at: Date
  last_seen_at: Date
}

// `last_seen_at` is updated by a refresh, every ten minutes of use, so that reading a page writes nothing.
const activeSessions = statement<Row>(
  'active_sessions',
  `select id, user_agent, created_at, last_seen_at from sessions
   where user_id = $1 and revoked_at is null and expires_at > app_now() and idle_expires_at > app_now()
   order by id = $2 desc, last_seen_at desc, id limit 100`,
)

/** Lists the active sessions of a student: the current one first, then by last use. */
export async function listSessions(deps: Deps, student: Student): Promise<ActiveSession[]> {
  const found = await rows(deps.db, activeSessions, [student.id, student.sessionId])
  return found.map((session) => {
    const device = parseUserAgent(session.user_agent)
    return {
      id: session.id,
      device: device.name,
      kind: device.kind,
      created_at: session.created_at.toISOString(),
      last_seen_at: session.last_seen_at.toISOString(),
      current: session.id === student.sessionId,
    }
  })
}
