import { statement } from '#server/platform/db/query.ts'
import { exportParts, type PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

const erasePastPayments = statement('erase_past_payments', `delete from past_payments where user_id = $1`)

export const pastPaymentsPersonalData: PersonalData = {
  exports: {
    account: exportParts({
      past_payments: `select p.source, p.amount_paise, to_char(p.paid_on, 'YYYY-MM-DD') as paid_on, p.reference, p.method, p.course, p.created_at
       from past_payments p where p.user_id = $1 order by p.paid_on, p.id`,
    }),
  },
  erasures: { account: [erasePastPayments] },
}
