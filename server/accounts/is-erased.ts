import { type Queryable, row, statement } from '../db/query.ts'

// Waits for an erasure that is under way, and makes the next one wait for the caller.
const erasedAccount = statement<{ erased: boolean }>(
  'erased_account',
  `select erased_at is not null as erased from users where id = $1 for key share`,
)

/** Whether nobody is there any more who could use what is bought. The last lock but the receipt's. */
export async function isErased(tx: Queryable, userId: number): Promise<boolean> {
  return (await row(tx, erasedAccount, [userId]))?.erased === true
}
