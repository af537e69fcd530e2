import { statement } from '#server/platform/db/query.ts'
import { exportParts, type PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

const eraseMessagesToStudent = statement(
  'erase_messages_to_student',
  `update messages set subject = 'Erased', body = 'Erased', picture_ids = '{}' where student_id = $1`,
)

export const messagesPersonalData: PersonalData = {
  exports: {
    account: exportParts({
      messages: `select m.subject, m.body, m.sent_at from message_recipients r join messages m on m.id = r.message_id
       where r.user_id = $1 order by m.id`,
    }),
  },
  erasures: { account: [eraseMessagesToStudent] },
}
