import type { ParsedOf } from '#contract/endpoint.ts'
import type { AttendanceImport, checkAttendanceImport as endpoint } from '#contract/classes/staff/attendance.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { findTaughtClass } from '#server/classes/attendance/find-taught.ts'
import { refuseUnlessBegun } from '#server/classes/attendance/mark-attendance.ts'
import { findImport } from './find-import.ts'
import { parseReport, rowsIn } from './parse-report.ts'
import { predictRows } from './predict-rows.ts'
import { assertInClass } from './which-zone.ts'
import { indiaOffset } from './zones.ts'

const insertAttendanceImport = statement<{ id: number }>(
  'insert_attendance_import',
  `insert into attendance_imports (session_id, staff_id, file_name, utc_offset_minutes, created_at) values ($1, $2, $3, $4, app_now())
   returning id`,
)
const insertAttendanceRows = statement(
  'insert_attendance_rows',
  `insert into attendance_import_rows (import_id, line, raw, name, email, began_at, ended_at, state, problem)
   select $1, n.line, n.raw, n.name, n.email, n.began_at, n.ended_at, case when n.problem is null then 'unmatched' else 'problem' end, n.problem
   from jsonb_to_recordset($2::jsonb) as n (
     line integer, raw text, name text, email text, began_at timestamptz, ended_at timestamptz, problem text)`,
)

/**
 * Stores a report of a class and what a run would do with each of its rows.
 * @throws HttpError 400 for a file that is no report, or that of another class; 404; 409 with a question when its times lie
 *   outside the class, before the class begins, and when it is cancelled
 */
export async function checkReport(
  deps: Deps,
  staff: Staff,
  { params: { id: batchId, session_id: sessionId }, body }: Pick<ParsedOf<typeof endpoint>, 'params' | 'body'>,
): Promise<AttendanceImport> {
  const found = await findTaughtClass(deps.db, staff, { batchId, sessionId }, 'attendance:write')
  refuseUnlessBegun(found)
  const report = parseReport(body, found.starts_at)
  assertInClass(report, found, body.utc_offset_minutes)
  const offset = body.utc_offset_minutes ?? indiaOffset
  return staffTransaction(deps, staff, async (tx) => {
    const { id } = await one(tx, insertAttendanceImport, [sessionId, staff.id, body.file_name, offset])
    await rows(tx, insertAttendanceRows, [id, JSON.stringify(rowsIn(report, found.starts_at, offset))])
    await predictRows(tx, { importId: id, sessionId, batchId })
    return findImport(tx, staff, id)
  })
}
