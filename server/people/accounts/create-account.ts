import { one, type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import { isPhoneTaken, isReserved, lockAddress, type takenFields } from './claim-address.ts'

const accountAtAddress = statement('account_at_address', `select 1 from users where email = $1`)
const insertAccount = statement<{ id: number }>(
  'insert_account',
  `insert into users (email, full_name, phone, created_at) values ($1, $2, $3, app_now()) returning id`,
)

/**
 * Creates an unverified account for a person who did not register. The code of the first sign-in verifies it.
 * @returns its id, or the fields that another account has
 */
export async function createAccount(
  tx: Queryable,
  { name, email, phone }: { name: string; email: string; phone: string | null },
): Promise<number | readonly (keyof typeof takenFields)[]> {
  await rows(tx, lockAddress, [email])
  const names: (keyof typeof takenFields)[] = []
  if ((await row(tx, accountAtAddress, [email])) || (await isReserved(tx, email, 0))) names.push('email')
  if (phone !== null && (await isPhoneTaken(tx, phone, 0))) names.push('phone')
  return names.length > 0 ? names : (await one(tx, insertAccount, [email, name, phone])).id
}
