import { type Queryable, row, rows, statement, transaction } from '../db/query.ts'
import type { Deps } from '../deps.ts'
import { unauthenticated } from '../errors.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { networkOf } from '../network.ts'
import type { Student } from './authenticate.ts'
import { lockAddress } from './claim-address.ts'
import { consumeCode } from './consume-code.ts'
import { invalidCode } from './invalid-code.ts'

const stillThere = statement(
  'account_to_erase',
  `select 1 from users where id = $1 and email = $2 and disabled_at is null for update`,
)
// Verified and disabled: nobody can register the address that stands in for theirs, nor sign in with it.
const forgetPerson = statement(
  'forget_person',
  `update users set email = 'erased-' || id || '@erased.invalid', full_name = 'Erased student', phone = null,
     verified_at = coalesce(verified_at, app_now()), consent_version = null, consented_at = null,
     disabled_at = app_now(), erased_at = app_now()
   where id = $1`,
)
/** What goes with the account, by its id. A new table about people gets its line here. */
const ofAccount = [
  statement('erase_enrolments', `update enrolments set ended_at = app_now() where user_id = $1 and ended_at is null`),
  statement('erase_sessions', `delete from sessions where user_id = $1`),
  statement('erase_positions', `delete from recording_positions where user_id = $1`),
  statement(
    'close_requests',
    `update purchase_requests set reason = 'Erased', answer = null, status = case status when 'open' then 'withdrawn' else status end,
       decided_at = coalesce(decided_at, app_now()), decided_by = coalesce(decided_by, 'student') where user_id = $1`,
  ),
  statement('erase_wishes', `delete from pending_changes where user_id = $1`),
]
// An address that was theirs a few days ago is known from the links that can bring it back.
const eraseMail = statement(
  'erase_mail',
  `update mail_outbox m set to_address = case when to_address is null then null else 'erased@erased.invalid' end,
     props = '{}', sealed = null, last_error = null,
     given_up_at = case when sent_at is null then coalesce(given_up_at, app_now()) end
   where to_address = $1 or to_address in (select email from undo_links where user_id = $2)
     or (to_address is null and props ->> 'email' = $1)`,
)
const eraseLinks = statement('erase_undo_links', `delete from undo_links where user_id = $1`)
/** What stands under the address. */
const ofAddress = [
  statement('erase_enquiries', `delete from enquiries where email = $1`),
  statement('erase_codes', `delete from codes where email = $1`),
  statement('erase_guesses', `delete from code_guesses where email = $1`),
  statement('erase_sends', `delete from code_sends where email = $1`),
  statement('erase_networks', `delete from known_networks where email = $1`),
]

/**
 * Erases the account and what is known of the person, with the code from the mail. Orders, payments, receipts and
 * refunds stay as the tax law asks; money that is still on its way is sent back when it comes.
 * @throws HttpError 400 for every failure of the code, 401 when it is erased already
 */
export async function eraseAccount(
  deps: Deps,
  student: Student,
  input: { body: { otp: string }; ip: string },
): Promise<{ message: string }> {
  const { id, email } = student
  const erased = await transaction(deps.db, async (tx) => {
    await rows(tx, lockAddress, [email])
    // Before the code is looked at: a wrong guess would leave the address behind.
    if (!(await row(tx, stillThere, [id, email]))) throw unauthenticated()
    const given = { email, purpose: 'erase', network: networkOf(input.ip), code: input.body.otp } as const
    if (!(await consumeCode(deps, tx, given))) return false
    await forget(tx, id, email)
    await queueMail(deps, tx, { template: 'account-erased', to: email, props: {} })
    return true
  })
  if (!erased) throw invalidCode()
  return { message: 'Your account and your data have been erased.' }
}

async function forget(tx: Queryable, id: number, email: string): Promise<void> {
  await rows(tx, forgetPerson, [id])
  for (const erase of ofAccount) await rows(tx, erase, [id])
  await rows(tx, eraseMail, [email, id])
  await rows(tx, eraseLinks, [id])
  for (const erase of ofAddress) await rows(tx, erase, [email])
}
