import { type AttendanceStatus, attendanceStatusNames } from '#contract/classes/attendance.ts'
import type { AttendanceClass, AttendanceGrid, AttendanceStudent } from '#contract/classes/staff/attendance.ts'
import { allows } from '#contract/permissions.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { seesClass, teacherOf } from '#server/classes/sessions/taught-classes.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { one, type Queryable, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import type { Column } from '#server/platform/http/export-columns.ts'
import { fileName } from '#server/platform/http/exports.ts'
import { readToday } from '#server/platform/db/days-in-india.ts'
import { findTaughtBatch } from './find-taught.ts'

const attendanceRules = statement<{ threshold_percent: number; late_minutes: number }>(
  'attendance_rules',
  `select attendance_threshold() as threshold_percent, attendance_late_minutes() as late_minutes`,
)
const begunClasses = statement<AttendanceClass>(
  'begun_classes',
  `select n.id, n.number, n.topic, ${isoInstant('n.starts_at')} as starts_at, ${isoInstant('n.ends_at')} as ends_at,
     n.standing = 'held' as is_over, $3::boolean and ${seesClass('n', '$4')} as may_mark
   from numbered_sessions n where n.batch_id = $1 and n.standing in ('live', 'held') and ${seesClass('n', '$2')}
   order by n.starts_at, n.id`,
)
interface PlaceRow {
  user_id: number
  session_ids: number[]
  statuses: (AttendanceStatus | null)[]
  marks: boolean[]
  versions: number[]
}
// One row for each student: a row for each place would be tens of thousands.
const placesOfBatch = statement<PlaceRow>(
  'places_of_batch',
  `select a.user_id::float8 as user_id, array_agg(a.session_id) as session_ids, array_agg(a.status) as statuses,
     array_agg(a.marked) as marks, array_agg(a.version) as versions
   from class_attendance($1, null) a where a.session_id = any ($2::integer[]) group by a.user_id`,
)
// Students of the batch, also those who were in none of its classes yet, and those who left it after a class.
const studentsOfBatch = statement<Omit<AttendanceStudent, 'cells'>>(
  'students_of_batch',
  `select u.id::float8 as id, u.full_name as name, not p.active as left,
     coalesce(t.attended, 0) as attended, coalesce(t.counted, 0) as of, coalesce(t.excused, 0) as excused, t.percent
   from (select user_id, bool_or(active) as active from enrolment_periods($1, null) group by user_id) p
   join users u on u.id = p.user_id left join attendance_sums($1, null) t on t.user_id = u.id
   order by p.active desc, lower(u.full_name), u.id`,
)
const importsOfBatch = statement<AttendanceGrid['imports'][number]>(
  'imports_of_batch',
  `select m.id, m.session_id, m.file_name, m.state, ${isoInstant('coalesce(m.ran_at, m.created_at)')} as at,
     (select count(*)::integer from attendance_import_rows x where x.import_id = m.id and x.state = 'unmatched') as unmatched
   from attendance_imports m where m.session_id = any ($1::integer[]) and m.state = 'done' order by m.ran_at desc, m.id desc`,
)

/** @throws HttpError 404 for a batch that the person does not see */
export async function readGrid(deps: Pick<Deps, 'db'>, staff: Staff, batchId: number): Promise<AttendanceGrid> {
  const { db } = deps
  const { whole } = await findTaughtBatch(db, staff, batchId, 'attendance:read')
  const rules = await one(db, attendanceRules)
  const mayMark = allows(staff.roles, 'attendance:write')
  const classes = await rows(db, begunClasses, [
    batchId,
    teacherOf(staff, 'attendance:read'),
    mayMark,
    teacherOf(staff, 'attendance:write'),
  ])
  const ids = classes.map(({ id }) => id)
  const imports = await rows(db, importsOfBatch, [ids])
  return { ...rules, whole, classes, students: await readStudents(db, batchId, ids, whole), imports }
}

async function readStudents(db: Queryable, batchId: number, ids: number[], whole: boolean): Promise<AttendanceStudent[]> {
  const columnOf = new Map(ids.map((id, index) => [id, index]))
  const places = new Map((await rows(db, placesOfBatch, [batchId, ids])).map((place) => [place.user_id, place]))
  const students = await rows(db, studentsOfBatch, [batchId])
  const sums = whole ? {} : { attended: 0, of: 0, excused: 0, percent: null }
  return students
    .filter(({ id, left }) => places.has(id) || (whole && !left))
    .map((student) => {
      const cells: AttendanceStudent['cells'] = ids.map(() => null)
      const place = places.get(student.id)
      place?.session_ids.forEach((sessionId, index) => {
        const column = columnOf.get(sessionId)
        if (column === undefined) return
        const [status = null, marked = false, version = 0] = [place.statuses[index], place.marks[index], place.versions[index]]
        cells[column] = { status, marked, version }
      })
      return { ...student, ...sums, cells }
    })
}

/** Returns the lines of the grid, and the name and columns of a file of them. @throws HttpError 404 */
export async function exportGrid(
  deps: Pick<Deps, 'db'>,
  staff: Staff,
  batchId: number,
): Promise<{ name: string; columns: Column<AttendanceStudent>[]; lines: AttendanceStudent[] }> {
  const grid = await readGrid(deps, staff, batchId)
  const dayOf = (instant: string) => new Date(Date.parse(instant) + 5.5 * 3_600_000).toISOString().slice(0, 10)
  const columns: Column<AttendanceStudent>[] = [
    { heading: 'Student', kind: 'text', value: ({ name }) => name },
    { heading: 'State', kind: 'text', value: ({ left }) => (left ? 'Left' : 'Enrolled') },
    { heading: 'Attended', kind: 'number', value: ({ attended }) => attended },
    { heading: 'Of', kind: 'number', value: ({ of }) => of },
    { heading: 'Excused', kind: 'number', value: ({ excused }) => excused },
    { heading: 'Per cent', kind: 'number', value: ({ percent }) => percent },
    ...grid.classes.map(
      ({ number, starts_at }, index): Column<AttendanceStudent> => ({
        heading: `${number}: ${dayOf(starts_at)}`,
        kind: 'text',
        value: ({ cells }) => {
          const status = cells[index]?.status
          return status ? attendanceStatusNames[status] : ''
        },
      }),
    ),
  ]
  return { name: fileName(`attendance-${batchId}`, {}, await readToday(deps.db)), columns, lines: grid.students }
}
