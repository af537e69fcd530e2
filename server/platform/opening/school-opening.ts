import type { Pool } from 'pg'
import type { Queryable } from '#server/platform/db/query.ts'
import { row, statement } from '#server/platform/db/query.ts'

const readOpening = statement<{ opened_at: Date | null }>('read_opening', `select opened_at from school_opening`)
const storeOpening = statement<{ opened_at: Date }>(
  'store_opening',
  `update school_opening set opened_at = app_now() where opened_at is null returning opened_at`,
)

/** Databases whose school is open. A school that was opened stays open, so each process asks until then and never again. */
const open = new WeakSet<Queryable>()

/** Whether this process knows that the school is open. */
export const isKnownOpen = ({ db }: { db: Pool }): boolean => open.has(db)

/** Whether visitors see the site. */
export async function isSchoolOpen({ db }: { db: Pool }): Promise<boolean> {
  if (open.has(db)) return true
  const found = await row(db, readOpening)
  if (!found?.opened_at) return false
  open.add(db)
  return true
}

/** Opens the school. Returns false when it was open. Other processes see it with their next request. */
export async function storeSchoolOpening(tx: Queryable): Promise<boolean> {
  return (await row(tx, storeOpening)) !== undefined
}
