import { undoDays } from '#contract/rules.ts'
import * as messages from '#contract/messages.ts'
import { pathTo } from '#contract/pages.ts'
import { one, type Queryable, row, rows, statement, transaction } from '../db/query.ts'
import type { Deps } from '../deps.ts'
import { unauthenticated } from '../errors.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { networkOf } from '../http/network.ts'
import type { Student } from '../auth/principal.ts'
import { freeAddress, isPhoneTaken, lockAddress, lockPhone, taken, type takenFields } from './claim-address.ts'
import { consumeCode, type Guess } from './consume-code.ts'
import { invalidCode } from './invalid-code.ts'
import { maskAddress } from './mask-address.ts'
import { revokeOtherSessions } from './session.ts'
import { hashOfUndoToken } from './undo-change.ts'
import { deleteRegistrations } from './verify-code.ts'

interface PendingChange {
  email: string
  phone: string | null
}
interface Person extends PendingChange {
  full_name: string
  verified: boolean
}
type TakenField = keyof typeof takenFields
type Outcome = Exclude<Guess, 'right'> | 'done' | readonly TakenField[]

const findPendingChange = statement<PendingChange>(
  'find_pending_change',
  `select email, phone from pending_changes where user_id = $1 and code_email = $2`,
)
const deletePendingChange = statement('delete_pending_change', `delete from pending_changes where user_id = $1`)
const lockChangingPerson = statement<Person>(
  'lock_changing_person',
  `select email, phone, full_name, verified_at is not null as verified
   from users where id = $1 and disabled_at is null for update`,
)
const changePerson = statement<{ id: number }>(
  'change_person',
  `update users set email = $2, phone = $3, verified_at = coalesce(verified_at, app_now()) where id = $1 returning id`,
)
const insertUndoLink = statement(
  'insert_undo_link',
  `insert into undo_links (token_hash, user_id, email, phone, phone_changed, created_at, expires_at)
   values ($1, $2, $3, $4, $5, app_now(), app_now() + make_interval(days => $6))`,
)

const saveFormerAddress = statement(
  'save_former_address',
  `insert into former_addresses (user_id, email, proven) values ($1, $2, $3)
   on conflict (user_id, email) do update set proven = former_addresses.proven or excluded.proven`,
)

interface Input {
  query: { email: string }
  body: { otp: string }
  ip: string
}

/**
 * Applies the student's pending change with the code sent to `email`. Ends every other session and mails an undo
 * link to the previous address, if that one was verified or stays.
 * @throws HttpError 400 for every failure of the code, 409 when the e-mail or phone was taken meanwhile
 */
export async function confirmChange(deps: Deps, student: Student, input: Input): Promise<{ message: string }> {
  const { email } = input.query
  const outcome = await transaction(deps.db, async (tx): Promise<Outcome> => {
    await rows(tx, lockAddress, [email])
    // A code sent for another student's change can be neither used nor guessed here.
    const pendingChange = await row(tx, findPendingChange, [student.id, email])
    if (!pendingChange) return 'wrong'
    const given = { email, purpose: 'change', network: networkOf(input.ip), code: input.body.otp } as const
    // The guess must be committed, also when the change is refused.
    const guess = await consumeCode(deps, tx, given)
    if (guess !== 'right') return guess
    await rows(tx, deletePendingChange, [student.id])
    return apply(deps, tx, student, pendingChange)
  })
  if (outcome === 'done') return { message: messages.profileUpdated }
  if (typeof outcome === 'string') throw invalidCode(outcome)
  throw taken(outcome)
}

async function apply(deps: Deps, tx: Queryable, student: Student, pendingChange: PendingChange): Promise<Outcome> {
  const before = await row(tx, lockChangingPerson, [student.id])
  // The owner of the address has verified it meanwhile, which ended this session.
  if (!before || (before.verified && !student.verified)) throw unauthenticated()
  const [emailChanged, phoneChanged] = [pendingChange.email !== before.email, pendingChange.phone !== before.phone]
  const refused: TakenField[] = []
  if (emailChanged && !(await freeAddress(deps, tx, pendingChange.email, student.id))) refused.push('email')
  if (pendingChange.phone) {
    await rows(tx, lockPhone, [pendingChange.phone])
    if (await isPhoneTaken(tx, pendingChange.phone, student.id)) refused.push('phone')
  }
  if (refused.length > 0) return refused
  await one(tx, changePerson, [student.id, pendingChange.email, pendingChange.phone])
  // The change also verifies the account, so its unverified registrations are obsolete.
  await rows(tx, deleteRegistrations, [student.id])
  await revokeOtherSessions(tx, student.id, student.sessionId)
  if (emailChanged) await rows(tx, saveFormerAddress, [student.id, before.email, before.verified])
  // A mistyped address may be another person's: it gets neither a mail nor a link that could take the account.
  if (emailChanged && !before.verified) return 'done'
  const token = deps.random.bytes(32).toString('base64url')
  const formerEmail = emailChanged ? before.email : null
  await rows(tx, insertUndoLink, [hashOfUndoToken(token), student.id, formerEmail, before.phone, phoneChanged, undoDays])
  await queueMail(
    deps,
    tx,
    {
      template: 'change-made',
      to: before.email,
      props: {
        name: before.full_name,
        ...(emailChanged ? { newEmail: maskAddress(pendingChange.email) } : {}),
        phoneChanged,
        // In the URL fragment, so that the token reaches no server log and no referrer.
        undoUrl: `${deps.config.publicUrl}${pathTo('undo-change')}#${token}`,
        days: undoDays,
      },
    },
    { secret: true, expiresInMinutes: undoDays * 24 * 60 },
  )
  return 'done'
}
