import { row, rows, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { unauthenticated } from '#server/platform/errors/errors.ts'
import { networkOf } from '#server/platform/http/network.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { lockAddress } from './claim-address.ts'
import { consumeCode } from './consume-code.ts'
import { erasePerson } from './erase-person.ts'
import { invalidCode } from './invalid-code.ts'
import { refuseWhileMoneyWaits } from './request-erasure.ts'

const accountToErase = statement(
  'account_to_erase',
  `select 1 from users where id = $1 and email = $2 and disabled_at is null for update`,
)
/**
 * Erases an account and its personal data, with the code from the mail. Orders, payments, receipts and refunds stay,
 * as tax law requires. Payments that arrive later are refunded.
 * @throws HttpError 400 for every failure of the code, 401 when the account is already erased, 409 while the school has its money
 */
export async function eraseAccount(
  deps: Deps,
  student: Student,
  input: { body: { otp: string }; ip: string },
): Promise<{ message: string }> {
  const { id, email } = student
  const guessed = await transaction(deps.db, async (tx) => {
    await rows(tx, lockAddress, [email])
    // Checked before the code, because a wrong guess would store the erased address again.
    if (!(await row(tx, accountToErase, [id, email]))) throw unauthenticated()
    await refuseWhileMoneyWaits(tx, id)
    const given = { email, purpose: 'erase', network: networkOf(input.ip), code: input.body.otp } as const
    const guess = await consumeCode(deps, tx, given)
    if (guess !== 'right') return guess
    // The code has proven the address.
    await erasePerson(deps, tx, { id, email, verified: true })
    return 'right'
  })
  if (guessed !== 'right') throw invalidCode(guessed)
  return { message: 'Your account and your data have been erased.' }
}
