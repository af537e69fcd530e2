import { one, type Queryable, rows, statement } from '../db/query.ts'
import { readApprovalLimit } from '../site-settings.ts'

// Serialises the acts of staff for one student, so that two people who each stay below the limit can't pass it together.
const lockActsOfStudent = statement('lock_acts_of_student', `select pg_advisory_xact_lock(hashtextextended($1::text, 75))`)
const sumOfDay = statement<{ paise: number }>(
  'sum_of_day',
  `select coalesce(sum(amount_paise), 0)::bigint as paise from approvals
   where user_id = $1 and (state = 'waiting' or state in ('not_needed', 'approved')
     and (decided_at at time zone 'Asia/Kolkata')::date = (app_now() at time zone 'Asia/Kolkata')::date)`,
)

/** Locks a student for an act of staff. It comes before every lock of a sale. */
export async function lockStudent(tx: Queryable, userId: number): Promise<void> {
  await rows(tx, lockActsOfStudent, [userId])
}

/** Returns what staff did for a student today, in India, and what waits, in paise. */
export async function sumOfStudent(db: Queryable, userId: number): Promise<number> {
  return (await one(db, sumOfDay, [userId])).paise
}

/** Whether an act waits for a second person. The caller holds the student's lock. */
export async function needsApproval(tx: Queryable, userId: number, amountPaise: number): Promise<boolean> {
  const limit = await readApprovalLimit({ db: tx })
  return limit !== null && (await sumOfStudent(tx, userId)) + amountPaise > limit
}
