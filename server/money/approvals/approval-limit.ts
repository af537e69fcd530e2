import { one, type Queryable, rows, statement } from '#server/platform/db/query.ts'
import { readApprovalLimit } from '#server/platform/settings/site-settings.ts'

// Serialises the acts of staff for one student, so that two people who each stay below the limit can't pass it together.
const lockActsOfStudent = statement('lock_acts_of_student', `select pg_advisory_xact_lock(hashtextextended($1::text, 75))`)
const lockActsOfStudents = statement(
  'lock_acts_of_students',
  `select pg_advisory_xact_lock(hashtextextended(s.id::text, 75)) from (select unnest($1::bigint[]) as id order by 1) s`,
)
const isToday = (column: string) =>
  `(${column} at time zone 'Asia/Kolkata')::date = (app_now() at time zone 'Asia/Kolkata')::date`

/** SQL of what staff did for a student today, in India, and what waits, in paise. Imports enrol at the list price. */
export const sumOfDaySql = (userId: string) => `(
  (select coalesce(sum(a.counted_paise), 0) from approvals a
   where a.user_id = ${userId} and (a.state = 'waiting' or a.state in ('not_needed', 'approved') and ${isToday('a.decided_at')}))
  + (select coalesce(sum(c.price_paise), 0) from active_enrolments e join batches b on b.id = e.batch_id join courses c on c.id = b.course_id
   where e.user_id = ${userId} and e.import_id is not null and ${isToday('e.created_at')}))::bigint`

const sumOfDay = statement<{ paise: number }>('sum_of_day', `select ${sumOfDaySql('$1::bigint')} as paise`)

/** Locks a student for an act of staff. It comes before every lock of a sale. */
export async function lockStudent(tx: Queryable, userId: number): Promise<void> {
  await rows(tx, lockActsOfStudent, [userId])
}

/** The same for many students, in one order for all callers. */
export async function lockStudents(tx: Queryable, userIds: readonly number[]): Promise<void> {
  await rows(tx, lockActsOfStudents, [userIds])
}

/** Who gets something: an account, or an address that no account has proven. */
export type Receiver = number | { address: string }

// What links give an address is all that staff can give it. Without an account there is no lock of a student; the caller has that of the address.
const sumOfAddress = statement<{ paise: number }>(
  'sum_of_address',
  `select coalesce(sum(a.counted_paise), 0)::bigint as paise from payment_links l join approvals a on a.payment_link_id = l.id
   where l.email = $1 and a.user_id is null
     and (a.state = 'waiting' or a.state in ('not_needed', 'approved') and ${isToday('a.decided_at')})`,
)

/** Returns what staff did for a student today, in India, and what waits, in paise. */
export async function sumOfStudent(db: Queryable, userId: number): Promise<number> {
  return (await one(db, sumOfDay, [userId])).paise
}

/** Whether an act waits for a second person. The caller holds the lock of the student or the address. */
export async function needsApproval(tx: Queryable, receiver: Receiver, amountPaise: number): Promise<boolean> {
  const limit = await readApprovalLimit({ db: tx })
  if (limit === null) return false
  const given =
    typeof receiver === 'number' ? await sumOfStudent(tx, receiver) : (await one(tx, sumOfAddress, [receiver.address])).paise
  return given + amountPaise > limit
}
