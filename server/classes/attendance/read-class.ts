import type { AttendanceInClass } from '#contract/classes/staff/attendance.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { findTaughtClass } from './find-taught.ts'

const studentsOfClass = statement<AttendanceInClass>(
  'students_of_class',
  `select a.user_id::float8 as student_id, u.full_name as name, not a.active as left, a.status, a.derived, a.marked, a.version,
     (a.seconds / 60)::integer as minutes, ${isoInstant('a.arrived_at')} as arrived_at, a.measured, d.reason, s.name as decided_by,
     ${isoInstant('d.decided_at')} as decided_at
   from class_attendance($1, null) a join users u on u.id = a.user_id
   left join attendance_decisions d on d.session_id = a.session_id and d.user_id = a.user_id and a.marked
   left join staff s on s.id = d.decided_by
   where a.session_id = $2 order by a.active desc, lower(u.full_name), u.id`,
)

/** @throws HttpError 404 for a class that the person does not see */
export async function readClass(
  deps: Pick<Deps, 'db'>,
  staff: Staff,
  { id: batchId, session_id: sessionId }: { id: number; session_id: number },
): Promise<{ students: AttendanceInClass[] }> {
  await findTaughtClass(deps.db, staff, { batchId, sessionId }, 'attendance:read')
  return { students: await rows(deps.db, studentsOfClass, [batchId, sessionId]) }
}
