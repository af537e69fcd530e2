import type { StaffSessionFacts } from '#contract/people/staff/account.ts'
import { parseUserAgent } from '#server/people/accounts/parse-user-agent.ts'
import type { SignedInStaff } from '#server/platform/auth/principal.ts'
import { row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'

interface Row {
  id: string
  user_agent: string
  network: string
  created_at: Date
  last_seen_at: Date
}

const live = `revoked_at is null and expires_at > app_now() and idle_expires_at > app_now()`
const ownStaffSessions = statement<Row>(
  'own_staff_sessions',
  `select id, user_agent, network::text as network, created_at, last_seen_at from staff_sessions
   where staff_id = $1 and ${live} order by id = $2 desc, last_seen_at desc, id limit 100`,
)
const endOwnStaffSession = statement<{ id: string }>(
  'end_own_staff_session',
  `update staff_sessions set revoked_at = app_now() where id = $1 and staff_id = $2 and ${live} returning id`,
)

/** The active sessions of the caller: the current one first, then by last use. */
export async function listOwnSessions(deps: Deps, staff: SignedInStaff): Promise<{ items: StaffSessionFacts[] }> {
  const found = await rows(deps.db, ownStaffSessions, [staff.id, staff.sessionId])
  return {
    items: found.map((session) => ({
      id: session.id,
      device: parseUserAgent(session.user_agent).name,
      network: session.network,
      created_at: session.created_at.toISOString(),
      last_used_at: session.last_seen_at.toISOString(),
      current: session.id === staff.sessionId,
    })),
  }
}

/** @throws HttpError 404 for a session that has ended or belongs to somebody else */
export async function endOwnSession(
  deps: Deps,
  staff: SignedInStaff,
  { params: { id } }: { params: { id: string } },
): Promise<{ message: string }> {
  if (!(await row(deps.db, endOwnStaffSession, [id, staff.id]))) throw notFound('This session has ended already.')
  return { message: 'Signed out there.' }
}
