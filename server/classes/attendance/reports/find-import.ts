import type { AttendanceImport } from '#contract/classes/staff/attendance.ts'
import { allowsAll } from '#contract/permissions.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { findTaughtClass } from '#server/classes/attendance/find-taught.ts'

const attendanceImport = statement<Omit<AttendanceImport, 'rows'>>(
  'attendance_import',
  `select m.id, m.version, s.batch_id, m.session_id, m.file_name, m.utc_offset_minutes, t.name as staff, m.state, m.hash,
     ${isoInstant('m.created_at')} as created_at, ${isoInstant('m.ran_at')} as ran_at, ${isoInstant('m.undone_at')} as undone_at
   from attendance_imports m join class_sessions s on s.id = m.session_id join staff t on t.id = m.staff_id where m.id = $1`,
)
// An instructor sees the names of students, and addresses only where nobody knows whose they are.
const attendanceRows = statement<AttendanceImport['rows'][number]>(
  'attendance_rows',
  `select x.line, x.name, case when x.user_id is null or not $2 then x.email end as email, ${isoInstant('x.began_at')} as began_at, ${isoInstant('x.ended_at')} as ended_at, x.state, x.problem,
     x.user_id::float8 as student_id, u.full_name as student, t.name as decided_by
   from attendance_import_rows x left join users u on u.id = x.user_id left join staff t on t.id = x.decided_by
   where x.import_id = $1 order by x.line`,
)
const lockAttendanceImport = statement('lock_attendance_import', `select 1 from attendance_imports where id = $1 for update`)

/** Returns a report with its rows. @throws HttpError 404 also for a class that the permission does not reach */
export async function findImport(
  db: Queryable,
  staff: Staff,
  id: number,
  reach: 'attendance:read' | 'attendance:write' = 'attendance:read',
): Promise<AttendanceImport> {
  const found = await row(db, attendanceImport, [id])
  if (!found) throw notFound('Report not found.')
  await findTaughtClass(db, staff, { batchId: found.batch_id, sessionId: found.session_id }, reach)
  return { ...found, rows: await rows(db, attendanceRows, [id, !allowsAll(staff.roles, 'attendance:read')]) }
}

/** Locks a report for a change, so that of two acts at once the second one sees the first. @throws HttpError 404 */
export async function lockImport(tx: Queryable, staff: Staff, id: number): Promise<AttendanceImport> {
  await rows(tx, lockAttendanceImport, [id])
  return findImport(tx, staff, id, 'attendance:write')
}
