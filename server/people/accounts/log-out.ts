import * as messages from '#contract/messages.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { revokeSessionOf } from './session.ts'

/** Ends the session and its access token at once. Idempotent. */
export async function logOut(deps: Deps, _visitor: Visitor, input: { body: { refresh: string } }): Promise<{ message: string }> {
  await revokeSessionOf(deps.db, input.body.refresh)
  return { message: messages.loggedOut }
}
