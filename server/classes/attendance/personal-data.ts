import { statement } from '#server/platform/db/query.ts'
import { exportParts, type PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

const eraseMarkReasons = statement(
  'erase_mark_reasons',
  `update attendance_decisions set reason = null where user_id = $1 and reason is not null`,
)
const eraseReportRows = statement(
  'erase_report_rows',
  `update attendance_import_rows set name = '', email = null, raw = '' where user_id = $1`,
)
const eraseReportRowsOfAddress = statement(
  'erase_report_rows_of_address',
  `update attendance_import_rows set name = '', email = null, raw = '' where email = $1`,
)

const eraseAbsenceNotices = statement('erase_absence_notices', `delete from absence_notices where user_id = $1`)

export const attendancePersonalData: PersonalData = {
  exports: {
    account: exportParts({
      absence_notices: `select s.batch_id, s.starts_at, n.created_at
       from absence_notices n join class_sessions s on s.id = n.session_id where n.user_id = $1 order by n.id`,
      attendance_marks: `select s.batch_id, s.number as class_number, s.starts_at, d.status, d.reason, d.decided_at
       from attendance_decisions d join numbered_sessions s on s.id = d.session_id where d.user_id = $1 order by s.starts_at`,
    }),
    address: exportParts({
      attendance_report_rows: `select s.batch_id, s.starts_at as class_starts_at, x.name, x.email, x.began_at, x.ended_at, x.state, x.raw
       from attendance_import_rows x join attendance_imports m on m.id = x.import_id join class_sessions s on s.id = m.session_id
       left join users u on u.id = x.user_id where x.email = $1 or u.email = $1 order by x.id`,
    }),
  },
  erasures: { account: [eraseMarkReasons, eraseReportRows, eraseAbsenceNotices], address: [eraseReportRowsOfAddress] },
}
