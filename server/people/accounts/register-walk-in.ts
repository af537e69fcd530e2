import * as messages from '#contract/messages.ts'
import type { Queryable } from '#server/platform/db/query.ts'
import { conflict } from '#server/platform/errors/errors.ts'
import { takenFields } from './claim-address.ts'
import { createAccount } from './create-account.ts'

/**
 * Creates an unverified account for a person at the desk.
 * @throws HttpError 409 with field errors when an account has the address or the phone
 */
export async function registerWalkIn(
  tx: Queryable,
  person: { full_name: string; email: string; phone_number: string },
): Promise<number> {
  const { full_name: name, email, phone_number: phone } = person
  const made = await createAccount(tx, { name, email, phone })
  if (typeof made === 'number') return made
  throw conflict('already_registered', messages.accountTaken, {
    ...(made.includes('email') ? { email: takenFields.email } : {}),
    ...(made.includes('phone') ? { phone_number: takenFields.phone } : {}),
  })
}
