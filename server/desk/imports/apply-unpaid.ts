import { revokeUnverifiedSessions } from '#server/people/accounts/session.ts'
import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import { enrols, makesAccount, type PredictedRow } from './predict.ts'
import type { ReadValues } from './read-rows.ts'

const insertAccounts = statement<{ id: number; email: string }>(
  'insert_accounts',
  `insert into users (email, full_name, phone, created_at)
   select n.email, n.name, n.phone, app_now() from jsonb_to_recordset($1::jsonb) as n (email text, name text, phone text)
   returning id, email`,
)
const insertImportedEnrolments = statement<{ id: number; user_id: number; batch_id: number }>(
  'insert_imported_enrolments',
  `insert into enrolments (user_id, batch_id, import_id, reason, enrolled_by, created_at)
   select n.user_id, n.batch_id, r.id, r.reason, $3, app_now()
   from student_imports r, jsonb_to_recordset($2::jsonb) as n (user_id bigint, batch_id integer) where r.id = $1
   returning id, user_id, batch_id`,
)

/** A line that is done, with its student. */
export interface AppliedRow {
  row: PredictedRow & { values: ReadValues }
  studentId: number
  enrolmentId: number | null
}

/** Makes the accounts of a file and the enrolments that nobody pays. Lines that are paid come after it. @param by.staffId who enrols */
export async function applyUnpaid(
  tx: Queryable,
  { staffId, importId }: { staffId: number; importId: number },
  predicted: readonly PredictedRow[],
): Promise<AppliedRow[]> {
  const done = predicted.flatMap((row) => (row.values ? { ...row, values: row.values } : []))
  const people = done
    .filter(({ outcome }) => makesAccount(outcome))
    .map(({ values: { name, email, phone } }) => ({ name, email, phone }))
  const made = new Map((await rows(tx, insertAccounts, [JSON.stringify(people)])).map((user) => [user.email, user.id]))
  const withStudent = done.map((row) => ({ row, studentId: row.userId ?? made.get(row.values.email) ?? 0 }))
  const enrolments = withStudent
    .filter(({ row }) => enrols(row.outcome) && row.payment === null)
    .map(({ studentId, row }) => ({ user_id: studentId, batch_id: row.values.batchId }))
  const given = await rows(tx, insertImportedEnrolments, [importId, JSON.stringify(enrolments), staffId])
  if (made.size !== people.length || given.length !== enrolments.length)
    throw new Error(`import ${importId} did not do what it predicted`)
  await revokeUnverifiedSessions(tx, [...new Set(given.map((one) => one.user_id))])
  const enrolmentOf = new Map(given.map((one) => [`${one.user_id}/${one.batch_id}`, one.id]))
  return withStudent.map(({ row, studentId }) => ({
    row,
    studentId,
    enrolmentId:
      enrols(row.outcome) && row.payment === null ? (enrolmentOf.get(`${studentId}/${row.values.batchId}`) ?? null) : null,
  }))
}
