import type { undoChange as endpoint } from '#contract/people/accounts.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { type Queryable, row, rows, statement, transaction } from '#server/platform/db/query.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, HttpError } from '#server/platform/errors/errors.ts'
import { isPhoneTaken, lockAddress, lockPhone } from './claim-address.ts'
import { releaseAddress } from './release-address.ts'
import { hashOfUndoToken } from './make-undo-link.ts'
import { revokeSessions } from './session.ts'

interface Link {
  user_id: number
  email: string | null
  phone: string | null
  phone_changed: boolean
  full_name: string | null
}

const undoLink = statement<Link>(
  'undo_link',
  `select user_id, email, phone, phone_changed, full_name from undo_links where token_hash = $1 and expires_at > app_now()`,
)
const lockRestoredPerson = statement<{ email: string }>(
  'lock_restored_person',
  `select email from users where id = $1 and disabled_at is null for update`,
)
// Later links went to addresses that this undo reverts, so they are deleted too. Earlier links stay valid. The undo of a name
// deletes later links of names only, because a change of address after it can still be undone.
const useUndoLink = statement<{ spent: number }>(
  'use_undo_link',
  `with this as (delete from undo_links where token_hash = $1 returning user_id, created_at, full_name),
   since as (
     delete from undo_links l using this
     where l.user_id = this.user_id and l.created_at >= this.created_at and l.token_hash <> $1
       and (this.full_name is null or l.full_name is not null)
   )
   select count(*)::int as spent from this`,
)
const restorePerson = statement(
  'restore_person',
  `update users set email = coalesce($2, email), phone = case when $3 then $4 else phone end, full_name = coalesce($5, full_name)
   where id = $1`,
)
const cancelPendingChange = statement('cancel_pending_change', `delete from pending_changes where user_id = $1`)

/**
 * Restores the details from before a change, with the link from the notice. A change of e-mail or phone may have been a
 * thief's, so its undo ends all sessions and pending changes. Only the school changes names: their undo ends nothing.
 * An unverified account at the address is evicted. A phone that another account verified meanwhile is left empty.
 * @throws HttpError 400 for an unknown, used or expired link; 409 when another account has verified the address
 */
export async function undoChange(
  deps: Deps,
  _visitor: Visitor,
  input: { body: { token: string } },
): Promise<AnswerOf<typeof endpoint>> {
  const hash = hashOfUndoToken(input.body.token)
  const undone = await transaction(deps.db, async (tx) => {
    const link = await row(tx, undoLink, [hash])
    if (!link) throw invalidLink()
    if (link.email) await rows(tx, lockAddress, [link.email])
    const person = await row(tx, lockRestoredPerson, [link.user_id])
    // The link is deleted under the user's row lock, so that only one of two requests uses it.
    if (!person || (await row(tx, useUndoLink, [hash]))?.spent !== 1) throw invalidLink()
    if (link.email && !(await releaseAddress(deps, tx, link.email, link.user_id))) {
      throw conflict('already_registered', 'This address belongs to another account now. Please write to us.')
    }
    const { user_id: id, email, phone_changed: phoneChanged, full_name: name } = link
    await rows(tx, restorePerson, [id, email, phoneChanged, await phoneToRestore(tx, link), name])
    if (name === null) {
      await rows(tx, cancelPendingChange, [id])
      await revokeSessions(tx, id)
    }
    return { email: email ?? person.email, name }
  })
  return { message: 'The change was undone.', ...undone }
}

async function phoneToRestore(tx: Queryable, link: Link): Promise<string | null> {
  if (!link.phone_changed || !link.phone) return null
  await rows(tx, lockPhone, [link.phone])
  return (await isPhoneTaken(tx, link.phone, link.user_id)) ? null : link.phone
}

function invalidLink(): HttpError {
  return new HttpError(400, 'invalid_link', 'This link was used already or is no longer valid.')
}
