import * as messages from '#contract/messages.ts'
import { one, type Queryable, row, rows, statement } from '../db/query.ts'
import { conflict } from '../errors.ts'
import { isPhoneTaken, isReserved, lockAddress, takenFields } from './claim-address.ts'

const accountOfAddress = statement('account_of_address', `select 1 from users where email = $1`)
const insertWalkIn = statement<{ id: number }>(
  'insert_walk_in',
  `insert into users (email, full_name, phone) values ($1, $2, $3) returning id`,
)

/**
 * Creates an unverified account for a person at the desk. The first code that the person enters verifies it.
 * @throws HttpError 409 with field errors when an account has the address or the phone
 */
export async function registerWalkIn(
  tx: Queryable,
  person: { full_name: string; email: string; phone_number: string },
): Promise<number> {
  await rows(tx, lockAddress, [person.email])
  const [holder, reserved, phone] = [
    await row(tx, accountOfAddress, [person.email]),
    await isReserved(tx, person.email, 0),
    await isPhoneTaken(tx, person.phone_number, 0),
  ]
  if (holder || reserved || phone) {
    throw conflict('already_registered', messages.accountTaken, {
      ...(holder || reserved ? { email: takenFields.email } : {}),
      ...(phone ? { phone_number: takenFields.phone } : {}),
    })
  }
  return (await one(tx, insertWalkIn, [person.email, person.full_name, person.phone_number])).id
}
