import type { RequestOptions } from '#contract/people/staff/sign-in.ts'
import type { SignedInStaff, Visitor } from '#server/platform/auth/principal.ts'
import { row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { unauthenticated } from '#server/platform/errors/errors.ts'
import { storeChallenge } from './challenges.ts'
import { addressOfStaff } from './step-up-staff.ts'
import { offerUse } from './web-authn.ts'

const passkeyIdsOfStaff = statement<{ id: string; transports: string[] }>(
  'passkey_ids_of_staff',
  `select credential_id as id, transports from staff_passkeys where staff_id = $1 order by id`,
)

interface Input {
  body: { email?: string | undefined }
}

/**
 * Issues a challenge for signing in, or for a step-up of the caller. The first names no passkey: it is the same for every
 * address.
 * @throws HttpError 401 without an address and without a valid token
 */
export async function offerStaffPasskey(
  deps: Deps,
  caller: SignedInStaff | Visitor,
  { body }: Input,
): Promise<{ options: RequestOptions }> {
  if (body.email !== undefined) {
    const options = await offerUse(deps)
    await storeChallenge(deps.db, 'sign_in', body.email, options.challenge)
    return { options }
  }
  const member = caller.kind === 'staff' ? await row(deps.db, addressOfStaff, [caller.id]) : undefined
  if (caller.kind !== 'staff' || !member) throw unauthenticated()
  const options = await offerUse(deps, await rows(deps.db, passkeyIdsOfStaff, [caller.id]))
  await storeChallenge(deps.db, 'step_up', member.email, options.challenge)
  return { options }
}
