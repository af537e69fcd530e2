import { one, type Queryable, row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import { sendRefundJob } from './jobs.ts'

/** The reason why captured money does not enrol; the payer's mail explains it. */
export type Refusal =
  | 'account erased'
  | 'already enrolled'
  | 'batch cancelled'
  | 'batch ended'
  | 'price changed'
  | 'batch full'
  | 'coupon gone'
  | 'part settled'
  | 'link gone'

const queueAutomaticRefund = statement<{ id: number }>(
  'queue_automatic_refund',
  `insert into refunds (payment_id, amount_paise, idempotency_key, status, reason, actor_kind, ends_access, created_at)
   values ($1::bigint, $2, 'auto-' || lpad($1::bigint::text, 10, '0'), 'queued', $3, 'system', false, app_now())
   on conflict do nothing returning id`,
)
const payerOfReturned = statement<{
  email: string
  full_name: string
  course_title: string
  provider_payment_id: string
  is_offline: boolean
}>(
  'payer_of_returned',
  `select u.email, u.full_name, o.course_title, p.provider_payment_id, o.provider = 'offline' as is_offline
   from payments p join payment_orders o on o.id = p.order_id join users u on u.id = o.user_id where p.id = $1`,
)

/** Queues the refund of a payment that does not enrol, once, and mails the reason. The caller holds the payment's lock. */
export async function returnPayment(
  deps: Pick<Deps, 'jobs'>,
  tx: Queryable,
  returned: { paymentId: number; amountPaise: number; refusal: Refusal },
): Promise<void> {
  const { paymentId, amountPaise, refusal } = returned
  const refund = await row(tx, queueAutomaticRefund, [paymentId, amountPaise, refusal])
  if (!refund) return
  await deps.jobs.send(tx, sendRefundJob, { id: refund.id })
  if (refusal === 'account erased') return
  const to = await one(tx, payerOfReturned, [paymentId])
  await queueMail(
    deps,
    tx,
    {
      template: 'payment-returned',
      to: to.email,
      props: {
        name: to.full_name,
        courseTitle: to.course_title,
        amountPaise,
        paymentId: to.provider_payment_id,
        reason: refusal,
        isOffline: to.is_offline,
      },
    },
    { cause: `returned-${paymentId}` },
  )
}
