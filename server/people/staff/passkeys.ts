import { maxPasskeys } from '#contract/staff-rules.ts'
import type { NewPasskey } from '#contract/people/staff/sign-in.ts'
import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { takeChallenge } from './challenges.ts'
import { verifyRegistration } from './web-authn.ts'

const insertPasskey = statement<{ id: number }>(
  'insert_passkey',
  `insert into staff_passkeys (staff_id, credential_id, public_key, counter, transports, label, created_at)
   select $1, $2, $3, $4, $5, $6, app_now()
   where (select count(*) from staff_passkeys where staff_id = $1) < $7
   on conflict (credential_id) do nothing returning id`,
)

/**
 * Stores a new passkey of a person. Returns its id; undefined when it is not valid, already stored, or one too many.
 * The caller holds the lock of the address.
 */
export async function addPasskey(
  deps: Deps,
  tx: Queryable,
  owner: { id: number; email: string },
  { passkey, label }: { passkey: NewPasskey; label: string },
): Promise<number | undefined> {
  const made = await verifyRegistration(deps, passkey, (challenge) => takeChallenge(tx, 'register', owner.email, challenge))
  if (!made) return undefined
  const stored = await row(tx, insertPasskey, [
    owner.id,
    made.id,
    Buffer.from(made.publicKey),
    made.counter,
    passkey.response.transports ?? [],
    label,
    maxPasskeys,
  ])
  return stored?.id
}
