import type { System } from '#server/platform/auth/principal.ts'
import { row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { GatewayError } from '#server/money/provider/gateway.ts'
import { recordRefund } from './record-refund.ts'

interface ClaimedRefund {
  amount_paise: number
  idempotency_key: string
  provider_payment_id: string
  key_id: string
}

// A person pays an offline payment back; the provider does not know it.
const claimRefund = statement<ClaimedRefund>(
  'claim_refund',
  `update refunds r set status = 'sent', attempts = r.attempts + 1
   from payments p join payment_orders o on o.id = p.order_id
   where r.id = $1 and r.status in ('queued', 'sent') and p.id = r.payment_id and o.provider <> 'offline'
   returning r.amount_paise, r.idempotency_key, p.provider_payment_id, o.key_id`,
)
const noteRefundProblem = statement('note_refund_problem', `update refunds set last_error = $2 where id = $1`)
const failRefund = statement(
  'fail_refund',
  `update refunds set status = 'failed', last_error = $2, settled_at = app_now() where id = $1 and status = 'sent'`,
)

/**
 * Sends a refund to the provider under its own idempotency key, so a retry after a lost response sends the money once.
 * @throws GatewayError while the provider does not answer; the queue then retries
 */
export async function sendRefund(deps: Deps, _system: System, { id }: { id: number }): Promise<void> {
  const refund = await row(deps.db, claimRefund, [id])
  if (!refund) return
  try {
    const sent = await deps.gateway.refundPayment(refund.key_id, {
      paymentId: refund.provider_payment_id,
      amount: refund.amount_paise,
      idempotencyKey: refund.idempotency_key,
    })
    await recordRefund(deps, sent)
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 300) : 'unknown'
    if (error instanceof GatewayError && !error.retryable && !error.uncertain) {
      await rows(deps.db, failRefund, [id, reason])
      deps.log.error({ refund: id, reason }, 'the provider refused a refund, for review')
      return
    }
    await rows(deps.db, noteRefundProblem, [id, reason])
    throw error
  }
}
