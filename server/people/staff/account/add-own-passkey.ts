import type { ParsedOf } from '#contract/endpoint.ts'
import type { addOwnPasskey as contract, Passkey } from '#contract/people/staff/account.ts'
import { type CreationOptions, invalidFactor } from '#contract/people/staff/sign-in.ts'
import { transactionAs } from '#server/platform/audit/staff-transaction.ts'
import type { SignedInStaff } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { invalid } from '#server/platform/errors/errors.ts'
import { readSiteSettings } from '#server/platform/settings/site-settings.ts'
import { storeChallenge } from '#server/people/staff/challenges.ts'
import { addPasskey } from '#server/people/staff/passkeys.ts'
import { offerRegistration } from '#server/people/staff/web-authn.ts'
import { lockOwnMember, readOwnMember, notifyFactorChange } from './own-member.ts'
import { listOwnPasskeys } from './read-own-account.ts'

const ownCredentials = statement<{ id: string }>(
  'own_credentials',
  `select credential_id as id from staff_passkeys where staff_id = $1 order by id`,
)

/** Issues a challenge for a new passkey of the caller. */
export async function offerOwnPasskey(deps: Deps, staff: SignedInStaff): Promise<{ options: CreationOptions }> {
  const member = await readOwnMember(deps.db, staff)
  const { brand } = await readSiteSettings(deps)
  const present = (await rows(deps.db, ownCredentials, [staff.id])).map(({ id }) => id)
  const options = await offerRegistration(deps, { ...member, issuer: brand, present })
  await storeChallenge(deps.db, 'register', member.email, options.challenge)
  return { options }
}

/** @throws HttpError 400 for a passkey that is not valid, already stored, or one too many */
export async function addOwnPasskey(
  deps: Deps,
  staff: SignedInStaff,
  { body }: Pick<ParsedOf<typeof contract>, 'body'>,
): Promise<Passkey> {
  // A failure is returned, not thrown, so that a used challenge stays used.
  const added = await transactionAs(deps, staff, async (tx) => {
    const member = await lockOwnMember(tx, staff)
    const id = await addPasskey(deps, tx, member, body)
    if (id === undefined) return undefined
    await notifyFactorChange(deps, tx, member, 'passkey_added')
    return (await listOwnPasskeys(tx, staff.id)).find((passkey) => passkey.id === id)
  })
  if (!added) throw invalid(invalidFactor, { passkey: [invalidFactor] })
  return added
}
