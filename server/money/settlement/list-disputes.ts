import { rows, statement } from '#server/platform/db/query.ts'
import type { Decider, OperatorDeps } from '#server/money/refunds/queue-refund.ts'

export interface ListedDispute {
  provider_dispute_id: string
  provider_payment_id: string
  status: string
  phase: string | null
  reason_code: string | null
  amount_paise: number
  amount_deducted_paise: number
  respond_by: Date | null
  email: string
}

export const listedDisputeColumns = `d.provider_dispute_id, p.provider_payment_id, d.status, d.phase, d.reason_code, d.amount_paise,
     d.amount_deducted_paise, d.respond_by, u.email
   from disputes d join payments p on p.id = d.payment_id join payment_orders o on o.id = p.order_id join users u on u.id = o.user_id`

const recentDisputes = statement<ListedDispute>('recent_disputes', `select ${listedDisputeColumns} order by d.id desc limit 50`)

/** Returns the latest 50 disputes in any state. */
export async function listDisputes(deps: Pick<OperatorDeps, 'db'>, _decider: Decider): Promise<ListedDispute[]> {
  return rows(deps.db, recentDisputes)
}
