import type { requestErasure as requestErasureEndpoint } from '#contract/accounts.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { codeMinutes, undoDays } from '#contract/rules.ts'
import * as messages from '#contract/messages.ts'
import { row, rows, statement, transaction } from '../db/query.ts'
import type { Deps } from '../deps.ts'
import { conflict } from '../errors.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { networkOf } from '../http/network.ts'
import type { Student } from '../auth/principal.ts'
import { lockAddress } from './claim-address.ts'
import { issueCode } from './issue-code.ts'
import { tooSoon } from './too-soon.ts'

/** Whether a change of address can still be undone. */
export const addressChangedLately = statement(
  'address_changed_lately',
  `select 1 from undo_links where user_id = $1 and email is not null and expires_at > app_now()`,
)

/**
 * Mails the code that erases an account. Refused while a change of address can be undone: a stolen session could
 * otherwise move the account to another address and erase it there.
 * @throws HttpError 409 within a week of a change of address, 429 when a code was just sent
 */
export async function requestErasure(
  deps: Deps,
  student: Student,
  input: { ip: string },
): Promise<AnswerOf<typeof requestErasureEndpoint>> {
  const { email } = student
  await transaction(deps.db, async (tx) => {
    await rows(tx, lockAddress, [email])
    if (await row(tx, addressChangedLately, [student.id])) throw changedTooLately()
    const issued = await issueCode(deps, tx, { email, purpose: 'erase', network: networkOf(input.ip) })
    if ('waitSeconds' in issued) throw tooSoon(issued.waitSeconds)
    await queueMail(
      deps,
      tx,
      { template: 'erase-code', to: email, props: { name: student.fullName, code: issued.code, minutes: codeMinutes } },
      { secret: true, expiresInMinutes: codeMinutes },
    )
  })
  return { message: messages.changeCodeSent, email }
}

const changedTooLately = () =>
  conflict(
    'changed_lately',
    `Your email was changed in the last ${undoDays} days and the change can still be undone. After that you can erase your account here.`,
  )
