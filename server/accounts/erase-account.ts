import { row, rows, statement, transaction } from '../db/query.ts'
import type { Deps } from '../deps.ts'
import { unauthenticated } from '../errors.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { networkOf } from '../http/network.ts'
import type { Student } from '../auth/principal.ts'
import { lockAddress } from './claim-address.ts'
import { consumeCode } from './consume-code.ts'
import { anonymiseWithAddresses } from './anonymise-account.ts'
import { invalidCode } from './invalid-code.ts'

const accountToErase = statement(
  'account_to_erase',
  `select 1 from users where id = $1 and email = $2 and disabled_at is null for update`,
)
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
  const guessed = await transaction(deps.db, async (tx) => {
    await rows(tx, lockAddress, [email])
    // Before the code is looked at: a wrong guess would leave the address behind.
    if (!(await row(tx, accountToErase, [id, email]))) throw unauthenticated()
    const given = { email, purpose: 'erase', network: networkOf(input.ip), code: input.body.otp } as const
    const guess = await consumeCode(deps, tx, given)
    if (guess !== 'right') return guess
    await anonymiseWithAddresses(deps, tx, id, email)
    await queueMail(deps, tx, { template: 'account-erased', to: email, props: {} })
    return 'right'
  })
  if (guessed !== 'right') throw invalidCode(guessed)
  return { message: 'Your account and your data have been erased.' }
}
