import { type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, type HttpError } from '#server/platform/errors/errors.ts'
import { anonymiseAccount } from './anonymise-account.ts'

/** First lock of every verb that assigns an address to an account or removes it. `lockCodes` comes after it. */
export const lockAddress = statement('lock_address', `select pg_advisory_xact_lock(hashtextextended($1, 70))`)
const lockAddressesInOrder = statement(
  'lock_addresses_in_order',
  `select pg_advisory_xact_lock(hashtextextended(a.email, 70)) from (select unnest($1::text[]) as email order by 1) a`,
)

/** `lockAddress` for many addresses, in one order for all callers. */
export async function lockAddresses(tx: Queryable, emails: readonly string[]): Promise<void> {
  await rows(tx, lockAddressesInOrder, [emails])
}

/** Last lock of every verb that verifies a phone number. */
export const lockPhone = statement('lock_phone', `select pg_advisory_xact_lock(hashtextextended($1, 72))`)

interface Holder {
  id: number
  /** Verified, disabled, enrolled, or with a payment, also one at the desk or of another system. An order alone proves nothing. */
  stays: boolean
  /** Orders or decisions of staff refer to it. */
  ordered: boolean
}

const holderOfAddress = statement<Holder>(
  'holder_of_address',
  `select u.id,
     exists (select 1 from payment_orders o where o.user_id = u.id) or exists (select 1 from approvals a where a.user_id = u.id) as ordered,
     u.verified_at is not null or u.disabled_at is not null
       or exists (select 1 from payments p join payment_orders o on o.id = p.order_id where o.user_id = u.id and p.status <> 'failed')
       or exists (select 1 from enrolments e where e.user_id = u.id)
       or exists (select 1 from past_payments b where b.user_id = u.id)
       or exists (select 1 from approvals a where a.user_id = u.id and a.state = 'waiting')
       or exists (select 1 from offline_payments f where f.user_id = u.id and f.state in ('received', 'return_due')) as stays
   from users u where u.email = $1 and u.id <> $2`,
)
const lockHolderOfAddress = statement('lock_holder_of_address', `select 1 from users where email = $1 and id <> $2 for update`)
const deleteRegistration = statement('delete_registration', `delete from users where id = $1`)
const holderOfPhone = statement(
  'holder_of_phone',
  `select 1 from users where phone = $1 and verified_at is not null and id <> $2`,
)

const reservationOfAddress = statement(
  'reservation_of_address',
  `select 1 from undo_links l join users u on u.id = l.user_id
   where l.email = $1 and l.user_id <> $2 and l.expires_at > app_now() and u.disabled_at is null`,
)

/** Whether a valid undo link can restore the address to another account, which reserves the address until it expires. */
export async function isReserved(tx: Queryable, email: string, userId: number): Promise<boolean> {
  return (await row(tx, reservationOfAddress, [email, userId])) !== undefined
}

/** Whether an address belongs to another account for good. Without the address lock the result is only a hint. */
export async function isAddressTaken(tx: Queryable, email: string, userId: number): Promise<boolean> {
  return (await row(tx, holderOfAddress, [email, userId]))?.stays === true || (await isReserved(tx, email, userId))
}

/**
 * Frees an address for the account that has proven to own it: an unverified, unpaid registration is removed.
 * Returns false when the address belongs to another account. The caller holds `lockAddress`.
 */
export async function freeAddress(
  deps: Pick<Deps, 'personalData'>,
  tx: Queryable,
  email: string,
  userId: number,
): Promise<boolean> {
  // Read under the row lock, so that a payment arriving now is seen or waits.
  await rows(tx, lockHolderOfAddress, [email, userId])
  const found = await row(tx, holderOfAddress, [email, userId])
  if (found?.stays || (await isReserved(tx, email, userId))) return false
  // A late payment for its orders needs an account to be refunded from.
  if (found?.ordered) await anonymiseAccount(deps, tx, found.id)
  else if (found) await rows(tx, deleteRegistration, [found.id])
  return true
}

export async function isPhoneTaken(tx: Queryable, phone: string, userId: number): Promise<boolean> {
  return (await row(tx, holderOfPhone, [phone, userId])) !== undefined
}

export const takenFields = {
  email: ['This email is already registered.'],
  phone: ['This phone number is already registered.'],
}

/** A conflict that names every taken field, so that all can be corrected at once. */
export function taken(names: readonly (keyof typeof takenFields)[]): HttpError {
  const fields = Object.fromEntries(names.map((name) => [name, takenFields[name]]))
  return conflict('already_registered', Object.values(fields)[0]?.[0] ?? '', fields)
}
