import type { attendance, AttendanceBatch } from '#contract/classes/staff/attendance.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { keyset } from '#server/platform/db/keyset.ts'
import { row, statement } from '#server/platform/db/query.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import type { ReadVerbs } from '#server/platform/http/resource.ts'
import { seesClass, teacherOf } from '#server/classes/sessions/taught-classes.ts'

const waiting = `(select count(*)::integer from attendance_import_rows x join attendance_imports m on m.id = x.import_id
  join class_sessions s on s.id = m.session_id where s.batch_id = b.id and m.state = 'done' and x.state = 'unmatched')`

const columns = `b.id, c.title as course, b.batch_type, ${isoInstant('b.starts_at')} as starts_at, ${isoInstant('b.ends_at')} as ends_at,
  t.name as instructor, (select count(*)::integer from active_enrolments e where e.batch_id = b.id) as students,
  (select count(*)::integer from class_sessions s where s.batch_id = b.id and s.state <> 'cancelled' and s.starts_at <= app_now()) as begun,
  (select count(*)::integer from class_sessions s where s.batch_id = b.id and s.state <> 'cancelled') as total,
  ${waiting} as unmatched`
const seen = (teacher: string) =>
  `exists (select from numbered_sessions n where n.batch_id = b.id and ${seesClass('n', teacher)})`

const list = keyset<AttendanceBatch>({
  name: 'attendance_for_staff',
  select: columns,
  from: 'batches b join courses c on c.id = b.course_id join instructors t on t.id = b.instructor_id',
  where: `${seen('$1')} and b.starts_at <= app_now()
    and ($2::text is null or position(folded($2) in folded(c.title || ' ' || t.name || ' ' || b.batch_type)) > 0)
    and ($3::boolean is null or (${waiting} > 0) = $3) and ($4::boolean is null or (b.ends_at <= app_now()) = $4)`,
  filters: 4,
  sorts: { starts_at: { type: 'timestamptz', sql: 'b.starts_at' }, id: { type: 'integer', sql: 'b.id' } },
  id: 'b.id',
})
const attendanceBatch = statement<AttendanceBatch>(
  'attendance_batch',
  `select ${columns} from batches b join courses c on c.id = b.course_id join instructors t on t.id = b.instructor_id
   where b.id = $1 and ($2::integer is null or ${seen('$2')})`,
)

type Filter = Parameters<ReadVerbs<typeof attendance>['total']>[2]['filter']
const filtersOf = (staff: Staff, { q, unmatched, over }: Filter) => [
  teacherOf(staff, 'attendance:read'),
  q ?? null,
  unmatched ?? null,
  over ?? null,
]

/** Batches whose attendance the person sees. */
export const attendanceList: ReadVerbs<typeof attendance> = {
  list: (deps, staff, { filter, page }) => list.page(deps.db, { ...page, filters: filtersOf(staff, filter) }),
  total: (deps, staff, { filter }) => list.total(deps.db, filtersOf(staff, filter)),
  async read(deps, staff, { id }) {
    const found = await row(deps.db, attendanceBatch, [id, teacherOf(staff, 'attendance:read')])
    if (!found) throw notFound('Batch not found.')
    return found
  },
}
