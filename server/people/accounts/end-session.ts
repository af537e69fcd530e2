import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { revokeSessions } from './session.ts'

const revokeOwnSession = statement<{ id: string }>(
  'revoke_own_session',
  `update sessions set revoked_at = app_now()
   where id = $1 and user_id = $2 and revoked_at is null and expires_at > app_now() and idle_expires_at > app_now()
   returning id`,
)

/** @throws HttpError 404 for a session that has ended or belongs to another student */
export async function endSession(deps: Deps, student: Student, input: { params: { id: string } }): Promise<{ message: string }> {
  if (!(await row(deps.db, revokeOwnSession, [input.params.id, student.id]))) throw notFound('This session has ended already.')
  return { message: 'Logged out there.' }
}

export async function endAllSessions(deps: Deps, student: Student): Promise<{ message: string }> {
  await revokeSessions(deps.db, student.id)
  return { message: 'Logged out everywhere.' }
}
