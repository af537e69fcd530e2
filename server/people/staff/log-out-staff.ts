import * as messages from '#contract/messages.ts'
import { hashOfRefreshToken } from '#server/people/accounts/refresh-token.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { readRefreshCookie } from './refresh-cookie.ts'
import { refuseForeignOrigin } from './refuse-foreign-origin.ts'

const revokeSessionOfStaffToken = statement(
  'revoke_session_of_staff_token',
  `update staff_sessions set revoked_at = app_now()
   where id = (select session_id from staff_refresh_tokens where hash = $1) and revoked_at is null`,
)

/** Ends the session of the cookie and its access token at once. Idempotent. @throws HttpError 403 for another origin */
export async function logOutStaff(
  deps: Deps,
  _visitor: Visitor,
  input: { cookie: string | undefined; origin: string | undefined },
): Promise<{ message: string }> {
  refuseForeignOrigin(deps, input.origin)
  const refresh = readRefreshCookie(deps, input.cookie)
  if (refresh !== undefined) await rows(deps.db, revokeSessionOfStaffToken, [hashOfRefreshToken(refresh)])
  return { message: messages.loggedOut }
}
