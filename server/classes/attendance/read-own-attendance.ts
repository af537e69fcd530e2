import type { OwnAttendance } from '#contract/classes/attendance.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'

const ownSums = statement<Omit<OwnAttendance, 'classes'>>(
  'own_sums',
  `select e.batch_id, coalesce(t.attended, 0) as attended, coalesce(t.counted, 0) as of, coalesce(t.excused, 0) as excused, t.percent,
     attendance_threshold() as threshold_percent, attendance_late_minutes() as late_minutes
   from active_enrolments e left join attendance_sums($2, $1) t on true
   where e.user_id = $1 and e.batch_id = $2`,
)
const ownClasses = statement<OwnAttendance['classes'][number]>(
  'own_classes',
  `select a.session_id, n.number, n.topic, ${isoInstant('n.starts_at')} as starts_at, ${isoInstant('n.ends_at')} as ends_at,
     a.status, a.marked, (a.seconds / 60)::integer as minutes, ${isoInstant('a.arrived_at')} as arrived_at, a.measured
   from class_attendance($2, $1) a join numbered_sessions n on n.id = a.session_id
   where a.active order by n.starts_at, n.id`,
)

/** @throws HttpError 404 for a batch that the student is not in */
export async function readOwnAttendance(deps: Pick<Deps, 'db'>, student: Student, batchId: number): Promise<OwnAttendance> {
  const sums = await row(deps.db, ownSums, [student.id, batchId])
  if (!sums) throw notFound('You are not in this batch.')
  return { ...sums, classes: await rows(deps.db, ownClasses, [student.id, batchId]) }
}
