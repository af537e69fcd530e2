import type { Operator, Staff, Student, System } from '#server/platform/auth/principal.ts'
import { type Queryable, transaction } from '#server/platform/db/query.ts'
import { setActor } from '#server/platform/db/set-actor.ts'
import type { Deps } from '#server/deps.ts'

/** Runs a transaction of a staff member. Every change in it writes a row to `audit_log`, or nothing is committed. */
export async function staffTransaction<T>(deps: Pick<Deps, 'db'>, staff: Staff, work: (tx: Queryable) => Promise<T>): Promise<T> {
  return transactionAs(deps, staff, work)
}

/**
 * Runs a transaction of any principal. A student's transaction sets no actor and saves that round trip, because the tables
 * that students write are not audited for them.
 */
export async function transactionAs<T>(
  deps: Pick<Deps, 'db'>,
  principal: Student | Staff | Operator | System,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  return transaction(deps.db, async (tx) => {
    if (principal.kind === 'staff') await setActor(tx, ['staff', principal.id])
    else if (principal.kind !== 'student') await setActor(tx, [principal.kind, null])
    return work(tx)
  })
}
