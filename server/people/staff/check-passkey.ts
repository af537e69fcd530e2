import type { PasskeyUse } from '#contract/people/staff/sign-in.ts'
import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { takeChallenge } from './challenges.ts'
import { verifyUse } from './web-authn.ts'

const passkeyOfStaff = statement<{ id: number; public_key: Buffer; counter: number; transports: string[] }>(
  'passkey_of_staff',
  `select id, public_key, counter, transports from staff_passkeys where staff_id = $1 and credential_id = $2`,
)
const usePasskey = statement(
  'use_passkey',
  `update staff_passkeys set counter = $2, last_used_at = app_now()
   where id = $1 and (counter < $2 or counter = 0 and $2 = 0) returning 1`,
)

/**
 * Whether a passkey of this person signed a challenge that was issued to the address for this purpose. The person must have
 * been verified by the device. The counter must rise, unless the device has none.
 */
export async function checkPasskey(
  deps: Deps,
  tx: Queryable,
  owner: { id: number; email: string; purpose: 'sign_in' | 'step_up' },
  given: PasskeyUse,
): Promise<boolean> {
  const known = await row(tx, passkeyOfStaff, [owner.id, given.id])
  if (!known) return false
  const credential = { id: given.id, publicKey: new Uint8Array(known.public_key), counter: known.counter }
  const counter = await verifyUse(deps, given, credential, (challenge) =>
    takeChallenge(tx, owner.purpose, owner.email, challenge),
  )
  return counter !== undefined && (await row(tx, usePasskey, [known.id, counter])) !== undefined
}
