import { one, statement } from '#server/platform/db/query.ts'
import type { Check, Finding } from '../define-check.ts'

export interface WebhookFigures {
  /** Payments online of the last day. */
  sales: number
  /** Hours since the last event; null when there was none. */
  silent_hours: number | null
}

const webhookOfTheDay = statement<WebhookFigures>(
  'webhook_of_the_day',
  `select (select count(*)::int
      from (select (select o.provider from payment_orders o where o.id = p.order_id) as provider
            from captured_payments p where p.captured_at > (select app_now() - interval '1 day')) s
      where s.provider <> 'offline') as sales,
     (select extract(epoch from app_now() - max(received_at)) / 3600 from webhook_events)::float8 as silent_hours`,
)

const longestSilenceHours = 24

export const webhook: Check = {
  name: 'webhook',
  title: 'Payment webhook',
  find: async ({ db, settings }) => judgeWebhook(await one(db, webhookOfTheDay), settings.publicUrl),
}

export function judgeWebhook({ sales, silent_hours: hours }: WebhookFigures, publicUrl = 'PUBLIC_URL'): Finding {
  const last =
    hours === null ? 'no event yet' : hours < 1 ? 'an event within the last hour' : `the last event ${Math.floor(hours)} h ago`
  const figure = `${last}, ${sales} payments online in a day`
  if (sales === 0 || (hours !== null && hours < longestSilenceHours)) return { ok: true, figure }
  const advice = `Look at Webhooks in your account at the payment provider: ${publicUrl}/api/payment/webhook/ has to be active, with the secret of RAZORPAY_WEBHOOK_SECRET. Payments are found without it, but minutes later.`
  return { ok: false, figure, advice }
}
