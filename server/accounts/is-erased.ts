import { type Queryable, row, statement } from '../db/query.ts'

// Waits for an erasure that is under way, and makes the next one wait for the caller.
const erased = statement<{ erased: boolean }>(
  'is_erased',
  `select erased_at is not null as erased from users where id = $1 for key share`,
)

/** Whether nobody is there any more who could use what is bought. The last lock but the receipt's. */
export async function isErased(tx: Queryable, userId: number): Promise<boolean> {
  return (await row(tx, erased, [userId]))?.erased === true
}
