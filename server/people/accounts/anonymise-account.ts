import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'

/** Excludes former addresses that belong to another account now. */
const addressesToErase = statement<{ email: string }>(
  'addresses_to_erase',
  `select $2::text as email where $2::text is not null
   union
   select f.email from former_addresses f
   where f.user_id = $1 and f.proven and not exists (select 1 from users u where u.email = f.email and u.id <> $1)`,
)
const claimedAddresses = statement<{ email: string }>(
  'claimed_addresses',
  `select email from former_addresses where user_id = $1 and not proven`,
)

/** Erases the personal data of an account. Orders, payments, receipts, refunds and data under its address stay. */
export async function anonymiseAccount(deps: Pick<Deps, 'personalData'>, tx: Queryable, id: number): Promise<void> {
  for (const { erasures } of deps.personalData) {
    for (const erase of erasures.account ?? []) await rows(tx, erase, [id])
  }
}

/**
 * Erases the personal data of an account and of its addresses. The caller holds the locks of the address and the account.
 * @param address when nobody has proven it, what stands under it may be another person's: only what the account caused goes
 */
export async function anonymiseWithAddresses(
  deps: Pick<Deps, 'personalData'>,
  tx: Queryable,
  id: number,
  address: { email: string; verified: boolean },
): Promise<void> {
  await anonymiseAccount(deps, tx, id)
  for (const { email: claimed } of await rows(tx, claimedAddresses, [id])) {
    for (const { erasures } of deps.personalData) {
      for (const erase of erasures.claimedAddress ?? []) await rows(tx, erase, [claimed])
    }
  }
  if (!address.verified) {
    for (const { erasures } of deps.personalData) {
      for (const erase of erasures.unprovenAddress ?? []) await rows(tx, erase, [address.email])
    }
  }
  for (const { email } of await rows(tx, addressesToErase, [id, address.verified ? address.email : null])) {
    for (const { erasures } of deps.personalData) {
      for (const erase of erasures.address ?? []) await rows(tx, erase, [email])
    }
  }
  for (const { erasures } of deps.personalData) {
    for (const erase of erasures.last ?? []) await rows(tx, erase, [id])
  }
}
