import { statement } from '#server/platform/db/query.ts'
import { exportParts, type PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

const eraseApprovals = statement(
  'erase_approvals',
  `update approvals set reason = case when reason is not null then 'Erased' end, answer = case when answer is not null then 'Erased' end,
     call_hash = ''
   where user_id = $1`,
)

export const approvalsPersonalData: PersonalData = {
  exports: {
    account: exportParts({
      approvals: `select kind, amount_paise / 100.0 as amount, reason, state, answer, asked_at, decided_at
       from approvals where user_id = $1 order by asked_at`,
    }),
  },
  erasures: { account: [eraseApprovals] },
}
