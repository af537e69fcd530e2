import { type Queryable, row, rows, statement } from '../db/query.ts'

/** First lock of every verb that gives an address to an account or takes it away; its codes' lock comes after it. */
export const lockAddress = statement('lock_address', `select pg_advisory_xact_lock(hashtextextended($1, 70))`)
/** Last lock of whoever is about to verify a number. */
export const lockPhone = statement('lock_phone', `select pg_advisory_xact_lock(hashtextextended($1, 72))`)

const holder = statement<{ id: number; stays: boolean }>(
  'holder_of_address',
  `select u.id, u.verified_at is not null or u.disabled_at is not null
     or exists (select 1 from payment_orders o where o.user_id = u.id)
     or exists (select 1 from enrolments e where e.user_id = u.id) as stays
   from users u where u.email = $1 and u.id <> $2 for update`,
)
const drop = statement('drop_registration', `delete from users where id = $1`)
const phoneHolder = statement('holder_of_phone', `select 1 from users where phone = $1 and verified_at is not null and id <> $2`)

/** Whether an address belongs to another account that has to keep it: verified, or with orders. */
export async function isAddressTaken(tx: Queryable, email: string, userId: number): Promise<boolean> {
  return (await row(tx, holder, [email, userId]))?.stays === true
}

/**
 * Makes an address free for the account that has proven to own it: a registration that nobody verified and that
 * bought nothing gives way. False when it belongs to somebody. The caller holds `lockAddress`.
 */
export async function freeAddress(tx: Queryable, email: string, userId: number): Promise<boolean> {
  const found = await row(tx, holder, [email, userId])
  if (found?.stays) return false
  if (found) await rows(tx, drop, [found.id])
  return true
}

export async function isPhoneTaken(tx: Queryable, phone: string, userId: number): Promise<boolean> {
  return (await row(tx, phoneHolder, [phone, userId])) !== undefined
}

export const takenFields = {
  email: ['This email is already registered.'],
  phone: ['This phone number is already registered.'],
}
