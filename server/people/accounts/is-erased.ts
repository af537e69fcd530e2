import { type Queryable, row, statement } from '#server/platform/db/query.ts'

// The lock waits for a running erasure and makes a new one wait for the caller.
const erasedAccount = statement<{ erased: boolean }>(
  'erased_account',
  `select erased_at is not null as erased from users where id = $1 for key share`,
)
const erasedPayer = statement<{ erased: boolean }>(
  'erased_payer',
  `select erased_at is not null as erased from users where id = (select user_id from payment_orders where id = $1) for key share`,
)

/** As `isErased`, for the account of an order. */
export async function isPayerErased(tx: Queryable, orderId: number): Promise<boolean> {
  return (await row(tx, erasedPayer, [orderId]))?.erased === true
}

/** Whether the account is erased. Takes the last lock before the receipt counter's. */
export async function isErased(tx: Queryable, userId: number): Promise<boolean> {
  return (await row(tx, erasedAccount, [userId]))?.erased === true
}
