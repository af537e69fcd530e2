import { statement } from '#server/platform/db/query.ts'
import { exportParts, type PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

const eraseReminders = statement('erase_reminders', `delete from class_reminders where user_id = $1`)
const eraseMailPreferences = statement('erase_mail_preferences', `delete from mail_preferences where user_id = $1`)

export const remindersPersonalData: PersonalData = {
  exports: {
    account: exportParts({
      class_reminders: `select coalesce(s.batch_id, r.former_batch_id) as batch_id, r.starts_at, r.offset_minutes, r.created_at
       from class_reminders r left join class_sessions s on s.id = r.session_id where r.user_id = $1 order by r.id`,
      mail_preferences: `select kind, wanted, changed_at from mail_preferences where user_id = $1 order by kind`,
    }),
  },
  erasures: { account: [eraseReminders, eraseMailPreferences] },
}
