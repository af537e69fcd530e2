import { exportParts, type PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

export const messagesPersonalData: PersonalData = {
  exports: {
    account: exportParts({
      messages: `select m.subject, m.body, m.sent_at from message_recipients r join messages m on m.id = r.message_id
       where r.user_id = $1 order by m.id`,
    }),
  },
  erasures: {},
}
