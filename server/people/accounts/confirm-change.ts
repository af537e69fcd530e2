import * as messages from '#contract/messages.ts'
import { type Queryable, row, rows, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { unauthenticated } from '#server/platform/errors/errors.ts'
import { networkOf } from '#server/platform/http/network.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { applyChange, type ChangingPerson, type Contact, type TakenField } from './apply-change.ts'
import { lockAddress, taken } from './claim-address.ts'
import { consumeCode, type Guess } from './consume-code.ts'
import { invalidCode } from './invalid-code.ts'
import { deleteRegistrations } from './verify-code.ts'

type Outcome = Exclude<Guess, 'right'> | 'done' | readonly TakenField[]

const findPendingChange = statement<Contact>(
  'find_pending_change',
  `select email, phone from pending_changes where user_id = $1 and code_email = $2`,
)
const deletePendingChange = statement('delete_pending_change', `delete from pending_changes where user_id = $1`)
const lockChangingPerson = statement<ChangingPerson>(
  'lock_changing_person',
  `select id, email, phone, full_name, verified_at is not null as verified
   from users where id = $1 and disabled_at is null for update`,
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

async function apply(deps: Deps, tx: Queryable, student: Student, to: Contact): Promise<Outcome> {
  const person = await row(tx, lockChangingPerson, [student.id])
  // The owner of the address has verified it meanwhile, which ended this session.
  if (!person || (person.verified && !student.verified)) throw unauthenticated()
  const refused = await applyChange(deps, tx, { person, to, changer: { by: 'student', sessionId: student.sessionId } })
  if (refused.length > 0) return refused
  // The change also verifies the account, so its unverified registrations are obsolete.
  await rows(tx, deleteRegistrations, [student.id])
  return 'done'
}
