import { type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { anonymiseAccount } from './anonymise-account.ts'

// Locked first: a payment arriving now is seen here, or finds the account erased and is refunded.
const lockHolderToEvict = statement<{ id: number; verified: boolean }>(
  'lock_holder_to_evict',
  `select id, verified_at is not null as verified from users where email = $1 and id <> $2 for update`,
)
const deleteEvictedRegistration = statement('delete_evicted_registration', `delete from users where id = $1`)
// What refers to the account and stays.
const useOfHolder = statement(
  'use_of_holder',
  `select 1 from users u where u.id = $1 and (exists (select 1 from payment_orders o where o.user_id = u.id)
     or exists (select 1 from enrolments e where e.user_id = u.id) or exists (select 1 from approvals a where a.user_id = u.id)
     or exists (select 1 from past_payments p where p.user_id = u.id))`,
)

/**
 * Frees an address for the account it is restored to: an unverified account that holds it meanwhile is removed and its
 * payments are refunded. Returns false when the holder is verified. The caller holds `lockAddress`.
 */
export async function releaseAddress(deps: Deps, tx: Queryable, email: string, userId: number): Promise<boolean> {
  const found = await row(tx, lockHolderToEvict, [email, userId])
  if (!found) return true
  if (found.verified) return false
  if (!(await row(tx, useOfHolder, [found.id]))) {
    await rows(tx, deleteEvictedRegistration, [found.id])
    return true
  }
  await deps.refundAccount(deps, tx, found.id)
  await anonymiseAccount(deps, tx, found.id)
  return true
}
