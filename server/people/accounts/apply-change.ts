import { undoDays } from '#contract/rules.ts'
import { one, type Queryable, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import { freeAddress, isPhoneTaken, lockPhone, type takenFields } from './claim-address.ts'
import { makeUndoLink } from './make-undo-link.ts'
import { maskAddress } from './mask-address.ts'
import { revokeOtherSessions, revokeSessions } from './session.ts'

export interface Contact {
  email: string
  phone: string | null
}
export interface ChangingPerson extends Contact {
  id: number
  full_name: string
  verified: boolean
}
export type TakenField = keyof typeof takenFields

const changePerson = statement<{ id: number }>(
  'change_person',
  `update users set email = $2, phone = $3, verified_at = case when $4 then coalesce(verified_at, app_now()) else verified_at end
   where id = $1 returning id`,
)
const saveFormerAddress = statement(
  'save_former_address',
  `insert into former_addresses (user_id, email, proven) values ($1, $2, $3)
   on conflict (user_id, email) do update set proven = former_addresses.proven or excluded.proven`,
)

/**
 * Who changes: the student, whose code proves the new address and whose session stays, or the school, to which the person
 * has proven who they are. The school proves no address, so its change verifies no account.
 */
export type Changer = { by: 'student'; sessionId: string } | { by: 'school' }

/**
 * Applies a change of e-mail and phone: frees the address, ends the other sessions, and mails an undo link to the previous
 * address if that one is verified. The caller holds `lockAddress` of a new address and the lock of the person's row.
 * @returns the fields that belong to another account; nothing is changed then
 */
export async function applyChange(
  deps: Deps,
  tx: Queryable,
  { person, to, changer }: { person: ChangingPerson; to: Contact; changer: Changer },
): Promise<readonly TakenField[]> {
  const emailChanged = to.email !== person.email
  const refused: TakenField[] = []
  if (emailChanged && !(await freeAddress(deps, tx, to.email, person.id))) refused.push('email')
  if (to.phone) {
    await rows(tx, lockPhone, [to.phone])
    if (await isPhoneTaken(tx, to.phone, person.id)) refused.push('phone')
  }
  if (refused.length > 0) return refused
  await one(tx, changePerson, [person.id, to.email, to.phone, changer.by === 'student'])
  if (changer.by === 'student') await revokeOtherSessions(tx, person.id, changer.sessionId)
  else await revokeSessions(tx, person.id)
  if (emailChanged) await rows(tx, saveFormerAddress, [person.id, person.email, person.verified])
  // A mistyped address may be another person's: it gets neither a mail nor a link that could take the account.
  const isOldAddressTheirs = person.verified || (changer.by === 'student' && !emailChanged)
  if (isOldAddressTheirs) await mailUndoLink(deps, tx, { person, to, by: changer.by })
  return []
}

async function mailUndoLink(
  deps: Deps,
  tx: Queryable,
  { person, to, by }: { person: ChangingPerson; to: Contact; by: Changer['by'] },
): Promise<void> {
  const [emailChanged, phoneChanged] = [to.email !== person.email, to.phone !== person.phone]
  const undoUrl = await makeUndoLink(deps, tx, {
    userId: person.id,
    former: { email: emailChanged ? person.email : undefined, phone: phoneChanged ? person.phone : undefined },
  })
  await queueMail(
    deps,
    tx,
    {
      template: 'change-made',
      to: person.email,
      props: {
        name: person.full_name,
        ...(emailChanged ? { newEmail: maskAddress(to.email) } : {}),
        phoneChanged,
        by,
        undoUrl,
        days: undoDays,
      },
    },
    { secret: true, expiresInMinutes: undoDays * 24 * 60 },
  )
}
