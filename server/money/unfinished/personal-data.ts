import { statement } from '#server/platform/db/query.ts'
import { exportParts, type PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

const eraseCheckoutReminders = statement('erase_checkout_reminders', `delete from checkout_reminders where user_id = $1`)

export const unfinishedPersonalData: PersonalData = {
  exports: {
    account: exportParts({
      checkout_reminders: `select c.title as course, r.batch_id, r.created_at from checkout_reminders r
        join batches b on b.id = r.batch_id join courses c on c.id = b.course_id where r.user_id = $1 order by r.created_at`,
    }),
  },
  erasures: { account: [eraseCheckoutReminders] },
}
