import type { AttendanceImport } from '#contract/classes/staff/attendance.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, HttpError, StaleVersion } from '#server/platform/errors/errors.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { findTaughtClass } from '#server/classes/attendance/find-taught.ts'
import { refuseUnlessBegun } from '#server/classes/attendance/mark-attendance.ts'
import { findImport, lockImport } from './find-import.ts'
import { predictRows } from './predict-rows.ts'

// Two reports of one class run one after the other, so that the second one sees what the first has.
const lockReportedClass = statement(
  'lock_reported_class',
  `select 1 from class_sessions where id = (select session_id from attendance_imports where id = $1) for no key update`,
)
const insertReportEvidence = statement(
  'insert_report_evidence',
  `insert into attendance_evidence (session_id, user_id, source, began_at, ended_at, provider_id, received_at, import_row_id)
   select m.session_id, x.user_id, 'import', x.began_at, x.ended_at, coalesce(x.email, x.name), app_now(), x.id
   from attendance_import_rows x join attendance_imports m on m.id = x.import_id where m.id = $1 and x.state = 'matched'`,
)
const finishReport = statement('finish_report', `update attendance_imports set state = 'done', ran_at = app_now() where id = $1`)
const undoReport = statement('undo_report', `update attendance_imports set state = 'undone', undone_at = app_now() where id = $1`)

/**
 * Does what the check has found, all of it or nothing. When that has changed, it stores the new check.
 * @throws HttpError 404; 409 when it was run or the check has changed
 */
export async function runReport(deps: Deps, staff: Staff, { id, hash }: { id: number; hash: string }): Promise<AttendanceImport> {
  const { isDone, record } = await staffTransaction(deps, staff, async (tx) => {
    await rows(tx, lockReportedClass, [id])
    const locked = await lockImport(tx, staff, id)
    if (locked.state !== 'checked') throw conflict('already_run', 'This report was run already.')
    const target = { batchId: locked.batch_id, sessionId: locked.session_id }
    refuseUnlessBegun(await findTaughtClass(tx, staff, target, 'attendance:write'))
    const now = await predictRows(tx, { importId: id, ...target })
    if (hash !== locked.hash || now !== locked.hash) return { isDone: false, record: await findImport(tx, staff, id) }
    await rows(tx, insertReportEvidence, [id])
    await rows(tx, finishReport, [id])
    return { isDone: true, record: await findImport(tx, staff, id) }
  })
  if (isDone) return record
  throw new HttpError(409, 'check_changed', 'Something has changed since the check. Please see the new one.', { current: record })
}

/** Takes a report back. @throws HttpError 404; 409 when there is nothing to undo; StaleVersion */
export async function undoRun(deps: Deps, staff: Staff, { id, versions }: Target): Promise<AttendanceImport> {
  return staffTransaction(deps, staff, async (tx) => {
    await rows(tx, lockReportedClass, [id])
    const locked = await lockImport(tx, staff, id)
    if (!versions.includes(locked.version)) throw new StaleVersion(locked)
    if (locked.state !== 'done') {
      throw conflict('not_run', locked.state === 'undone' ? 'This was undone already.' : 'This was not run.')
    }
    await rows(tx, undoReport, [id])
    return findImport(tx, staff, id)
  })
}
