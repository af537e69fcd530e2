import { attendanceImportDays } from '#contract/classes/staff/attendance.ts'
import type { System } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'

const deleteUnusedReports = statement(
  'delete_unused_reports',
  `delete from attendance_imports where state = 'checked' and created_at < app_now() - make_interval(days => $1)`,
)
const blankUnmatchedRows = statement(
  'blank_unmatched_rows',
  `update attendance_import_rows x set name = '', email = null, raw = '' from attendance_imports m
   where m.id = x.import_id and m.ran_at < app_now() - make_interval(days => $1) and x.user_id is null
     and (x.name <> '' or x.email is not null or x.raw <> '')`,
)

/** Deletes reports that were only checked, and blanks rows that name nobody of the class, after `attendanceImportDays`. */
export async function sweepAttendanceImports(deps: Pick<Deps, 'db'>, _system: System): Promise<void> {
  await rows(deps.db, deleteUnusedReports, [attendanceImportDays.checked])
  await rows(deps.db, blankUnmatchedRows, [attendanceImportDays.unmatched])
}
