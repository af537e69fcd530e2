import { statement } from '#server/platform/db/query.ts'
import { exportParts, type PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

const eraseEnrolments = statement('erase_enrolments', `update active_enrolments set ended_at = app_now() where user_id = $1`)
const eraseMoveReasons = statement(
  'erase_move_reasons',
  `update enrolment_moves set reason = null where enrolment_id in (select id from enrolments where user_id = $1) and reason is not null`,
)

const eraseEnrolmentReasons = statement(
  'erase_enrolment_reasons',
  `update enrolments set reason = 'Erased' where user_id = $1 and reason is not null`,
)

export const enrolmentPersonalData: PersonalData = {
  exports: {
    account: exportParts({
      enrolments: `select c.title as course, b.id as batch_id, b.batch_type, b.starts_at, b.ends_at, e.reason, e.created_at, e.ended_at
       from enrolments e join batches b on b.id = e.batch_id join courses c on c.id = b.course_id
       where e.user_id = $1 order by e.created_at`,
      enrolment_moves: `select m.from_batch_id, m.to_batch_id, m.reason, m.moved_at
       from enrolment_moves m join enrolments e on e.id = m.enrolment_id where e.user_id = $1 order by m.id`,
    }),
  },
  erasures: { account: [eraseEnrolments, eraseEnrolmentReasons, eraseMoveReasons] },
  // The row stays for the payment ledger, ended, of an account that names nobody.
}
