import { allowsAll, rolesWithAll } from '#contract/permissions.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import { conflict, notFound } from '#server/platform/errors/errors.ts'

/** Messages of instructors that a batch gets on one day in India, beside those to one student, who gets as many. */
const messagesADay = 3

const batchToWriteTo = statement<{ id: number }>(
  'batch_to_write_to',
  `select b.id from batches b join instructors i on i.id = b.instructor_id where b.id = $1 and i.staff_id = $2`,
)
// The lock makes two messages to one batch wait for each other, so that they count each other.
const lockBatchToWriteTo = statement<{ id: number }>(
  'lock_batch_to_write_to',
  `select b.id from batches b join instructors i on i.id = b.instructor_id
   where b.id = $1 and i.staff_id = $2 for no key update of b`,
)
const messagesOfToday = statement<{ id: number }>(
  'messages_of_today',
  `select m.id from messages m join staff a on a.id = m.sent_by_id
   where m.batch_id = $1 and m.student_id is not distinct from $4 and not a.roles && $3::text[]
     and m.sent_at >= date_trunc('day', app_now() at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata'
   limit $2`,
)

/** Who is an instructor alone reads and sends own messages to own batches. Other roles that read messages read all. */
export const isBound = ({ roles }: Staff): boolean => !allowsAll(roles, 'messages:write')

/** @throws HttpError 404 for an instructor who does not teach the batch */
export async function checkOwnBatch(db: Queryable, staff: Staff, batchId: number): Promise<void> {
  if (isBound(staff) && !(await row(db, batchToWriteTo, [batchId, staff.id]))) throw notFound('Batch not found.')
}

/** @throws HttpError 404 for an instructor who no longer teaches the batch; 409 when it or the student has had the messages of a day */
export async function checkMessagesOfToday(
  tx: Queryable,
  staff: Staff,
  { batch_id: batchId, student_id: studentId }: { batch_id: number | null; student_id: number | null },
): Promise<void> {
  if (!isBound(staff)) return
  if (!(await row(tx, lockBatchToWriteTo, [batchId, staff.id]))) throw notFound('Batch not found.')
  const sent = await rows(tx, messagesOfToday, [batchId, messagesADay, rolesWithAll('messages:write'), studentId])
  if (sent.length < messagesADay) return
  const who = studentId === null ? 'This batch' : 'This student'
  const message = `${who} has had ${messagesADay} messages of the instructor today. The next one can go out tomorrow.`
  throw conflict('messages_of_today', message)
}
