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
  columns: {
    'approvals.user_id': {
      exported: 'approvals',
      erased: { retained: 'It belongs to the records of payments. The account that it refers to names nobody.' },
    },
    'approvals.reason': { exported: 'approvals', erased: 'erase_approvals' },
    'approvals.answer': { exported: 'approvals', erased: 'erase_approvals' },
    'approvals.call_hash': { exported: { no: 'It is a hash that only recognises a repeated call.' }, erased: 'erase_approvals' },
    'approvals.payload': {
      exported: { no: 'The refund that it led to is exported from its own table.' },
      erased: { retained: 'It says whether a refund ends the place. It names nobody.' },
    },
  },
}
