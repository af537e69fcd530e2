import type { ParsedOf } from '#contract/endpoint.ts'
import type {
  AttendanceImport,
  AttendanceRowState,
  decideAttendanceRows as endpoint,
} from '#contract/classes/staff/attendance.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, invalid } from '#server/platform/errors/errors.ts'
import { findImport, lockImport } from './find-import.ts'

const studentInClass = statement(
  'student_in_class',
  `select 1 from class_attendance($1, $3::bigint) a where a.session_id = $2 and a.user_id = $3`,
)
const decideReportRows = statement(
  'decide_report_rows',
  `update attendance_import_rows set state = $3, user_id = $4::bigint, decided_by = $5, decided_at = app_now()
   where import_id = $1 and line = any ($2::integer[])`,
)
const insertGivenEvidence = statement(
  'insert_given_evidence',
  `insert into attendance_evidence (session_id, user_id, source, began_at, ended_at, provider_id, received_at, import_row_id)
   select m.session_id, x.user_id, 'import', x.began_at, x.ended_at, coalesce(x.email, x.name), app_now(), x.id
   from attendance_import_rows x join attendance_imports m on m.id = x.import_id
   where m.id = $1 and x.line = any ($2::integer[]) and x.state = 'given'`,
)
// The version of the report rises, so that an undo sees what was decided meanwhile.
const touchReport = statement('touch_report', `update attendance_imports set hash = hash where id = $1`)

const before: Record<'give' | 'dismiss' | 'reopen', readonly AttendanceRowState[]> = {
  give: ['unmatched'],
  dismiss: ['unmatched'],
  reopen: ['given', 'dismissed'],
}
const after = { give: 'given', dismiss: 'dismissed', reopen: 'unmatched' } as const

/**
 * Gives unmatched rows of a report to a student, dismisses them, or makes decided ones unmatched again.
 * @throws HttpError 400 for a row or student that is not of the class; 404; 409 when somebody else has decided, or it was not run
 */
export async function decideRows(
  deps: Deps,
  staff: Staff,
  { params: { id }, body: { lines, decision, student_id: studentId } }: Pick<ParsedOf<typeof endpoint>, 'params' | 'body'>,
): Promise<AttendanceImport> {
  return staffTransaction(deps, staff, async (tx) => {
    const locked = await lockImport(tx, staff, id)
    if (locked.state !== 'done') throw conflict('not_run', 'Rows are decided while the report counts.')
    const chosen = locked.rows.filter(({ line }) => lines.includes(line))
    if (chosen.length !== new Set(lines).size) throw invalid('This row is not in the report.', { lines: ['Please choose rows.'] })
    if (chosen.some(({ state }) => !before[decision].includes(state))) {
      throw conflict('row_decided', 'Somebody else has decided about this row.')
    }
    if (studentId !== null && !(await row(tx, studentInClass, [locked.batch_id, locked.session_id, studentId]))) {
      const message = 'Please choose a student who was in the batch when this class was held.'
      throw invalid(message, { student_id: [message] })
    }
    await rows(tx, decideReportRows, [id, lines, after[decision], studentId, staff.id])
    if (decision === 'give') await rows(tx, insertGivenEvidence, [id, lines])
    await rows(tx, touchReport, [id])
    return findImport(tx, staff, id)
  })
}
