import type { AttendanceStatus } from '#contract/classes/attendance.ts'
import type { AttendanceMark, MarkedCell } from '#contract/classes/staff/attendance.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import type { ClassStanding } from '#server/classes/sessions/taught-classes.ts'
import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, invalid } from '#server/platform/errors/errors.ts'
import { findTaughtBatch, findTaughtClass } from './find-taught.ts'

// Two people who mark one class do it one after the other, and the class does not move meanwhile.
const lockMarkedClasses = statement(
  'lock_marked_classes',
  `select 1 from class_sessions where id = any ($1::integer[]) order by id for no key update`,
)
interface Found {
  session_id: number
  student_id: number
  in_class: boolean
  version: number
  status: AttendanceStatus | null
  reason: string | null
}
const markedBefore = statement<Found>(
  'marked_before',
  `select n.session_id, n.student_id::float8 as student_id, a.user_id is not null as in_class, coalesce(d.version, 0) as version,
     d.status, d.reason
   from jsonb_to_recordset($1::jsonb) as n (session_id integer, student_id bigint)
   left join class_attendance($2, null) a on a.session_id = n.session_id and a.user_id = n.student_id
   left join attendance_decisions d on d.session_id = n.session_id and d.user_id = n.student_id`,
)
// The version is compared again in the write, so that no reading decides alone. Clearing what was never marked writes nothing.
const saveMarks = statement<{ id: number }>(
  'save_marks',
  `with asked as (
     select * from jsonb_to_recordset($1::jsonb) as n (session_id integer, student_id bigint, status text, reason text, version integer)
   ), changed as (
     update attendance_decisions d set status = n.status, reason = n.reason, decided_by = $2, decided_at = app_now()
     from asked n where d.session_id = n.session_id and d.user_id = n.student_id and d.version = n.version
     returning d.id
   ), made as (
     insert into attendance_decisions (session_id, user_id, status, reason, decided_by, decided_at)
     select n.session_id, n.student_id, n.status, n.reason, $2, app_now() from asked n
     where n.version = 0 and n.status is not null
     on conflict do nothing returning id
   )
   select id::float8 as id from changed union all select id::float8 from made`,
)
const markedAfter = statement<Omit<MarkedCell, 'before'>>(
  'marked_after',
  `select a.session_id, a.user_id::float8 as student_id, a.status, a.marked, a.version
   from jsonb_to_recordset($1::jsonb) as n (session_id integer, student_id bigint)
   join class_attendance($2, null) a on a.session_id = n.session_id and a.user_id = n.student_id
   order by a.session_id, a.user_id`,
)

const keyOf = ({ session_id, student_id }: { session_id: number; student_id: number }) => `${session_id} ${student_id}`

/**
 * Marks students, or clears their marks, all or none of them.
 * @throws HttpError 400 for a student who was not in the batch then; 404; 409 before the class begins, when it is cancelled, and
 * when somebody else has marked the student meanwhile
 */
export async function markAttendance(
  deps: Deps,
  staff: Staff,
  { batchId, marks }: { batchId: number; marks: readonly AttendanceMark[] },
): Promise<{ cells: MarkedCell[] }> {
  return staffTransaction(deps, staff, async (tx) => {
    await findTaughtBatch(tx, staff, batchId, 'attendance:write')
    await lockClasses(tx, staff, batchId, [...new Set(marks.map(({ session_id }) => session_id))])
    const given = JSON.stringify(marks.map((mark) => ({ ...mark, reason: mark.status === null ? null : (mark.reason ?? null) })))
    const before = new Map((await rows(tx, markedBefore, [given, batchId])).map((found) => [keyOf(found), found]))
    const isStale = (mark: AttendanceMark) => before.get(keyOf(mark))?.version !== mark.version
    if ([...before.values()].some(({ in_class }) => !in_class)) {
      throw invalid('A student was not in the batch when this class was held.')
    }
    if (marks.some(isStale)) throw stale()
    const written = marks.filter(({ status, version }) => status !== null || version > 0)
    if ((await rows(tx, saveMarks, [given, staff.id])).length !== written.length) throw stale()
    const after = await rows(tx, markedAfter, [given, batchId])
    return {
      cells: after.map((cell) => {
        const { status = null, reason = null } = before.get(keyOf(cell)) ?? {}
        return { ...cell, before: { status, reason } }
      }),
    }
  })
}

const stale = () => conflict('stale', 'Somebody else has marked this. Nothing was changed.')

async function lockClasses(tx: Queryable, staff: Staff, batchId: number, ids: readonly number[]): Promise<void> {
  await rows(tx, lockMarkedClasses, [ids])
  for (const sessionId of ids) refuseUnlessBegun(await findTaughtClass(tx, staff, { batchId, sessionId }, 'attendance:write'))
}

/** @throws HttpError 409 for a class that has not begun, or is cancelled */
export function refuseUnlessBegun({ standing }: { standing: ClassStanding }): void {
  if (standing === 'scheduled') throw conflict('class_not_begun', 'This class has not begun.')
  if (standing === 'cancelled') throw conflict('class_cancelled', 'This class is cancelled.')
}
