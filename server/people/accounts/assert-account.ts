import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import { conflict, notFound } from '#server/platform/errors/errors.ts'

// The lock makes an erasure wait for the caller.
const accountState = statement<{ erased: boolean; disabled: boolean }>(
  'account_state',
  `select erased_at is not null as erased, disabled_at is not null as disabled from users where id = $1 for key share`,
)

/** Checks that staff can enrol an account. @throws HttpError 404 unknown, 409 erased or disabled */
export async function assertAccount(tx: Queryable, userId: number): Promise<void> {
  const account = await row(tx, accountState, [userId])
  if (!account) throw notFound('There is no such student.')
  const refusal = account.erased ? 'This account was erased.' : account.disabled ? 'This account is disabled.' : undefined
  if (refusal) throw conflict('account_closed', refusal, { student_id: [refusal] })
}
