import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { sendRefundJob } from './jobs.ts'

// A payment that was refunded in part is refunded for the rest. A payment in review stays with the person who reviews it.
const queueRefundsOfAccount = statement<{ id: number }>(
  'queue_refunds_of_account',
  `with owed as (
     update payments p set disposition = 'refund_due' from payment_orders o
     where o.id = p.order_id and o.user_id = $1 and p.status = 'captured' and p.disposition = 'enrolled'
     returning p.id, (select p.amount_paise - s.committed_paise from payment_balances s where s.payment_id = p.id) as paise
   )
   insert into refunds (payment_id, amount_paise, idempotency_key, status, reason, actor_kind, ends_access, created_at)
   select id, paise, 'auto-' || lpad(id::text, 10, '0'), 'queued', 'address given back to its owner', 'system', true, app_now()
   from owed where paise > 0
   on conflict do nothing returning id`,
)

/** Queues the refund of everything that an account has enrolments for. Part of the caller's transaction. */
export async function refundAccount(deps: Pick<Deps, 'jobs'>, tx: Queryable, userId: number): Promise<void> {
  for (const { id } of await rows(tx, queueRefundsOfAccount, [userId])) await deps.jobs.send(tx, sendRefundJob, { id })
}
