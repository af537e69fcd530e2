import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Figure } from './benchmark.ts'
import { compare } from './compare.ts'
import type { Cluster } from './open-cluster.ts'
import { sellBatches } from './sell-batches.ts'

export const name = 'webhook'

const secret = 'webhook-secret-of-the-benchmarks'

/** Measures the response to a signed event against a bare insert of its row. The same process handles the events meanwhile. */
export async function run(cluster: Cluster): Promise<Figure[]> {
  const { url, db } = await cluster.openShop()
  await db.query('create table bare_webhook_events (like webhook_events including all)')
  await insertOrder(db)
  const entity = {
    id: 'pay_Benchmark00001',
    order_id: 'order_Benchmark001',
    amount: 4_500_000,
    currency: 'INR',
    status: 'captured',
    method: 'upi',
    notes: { padding: 'n'.repeat(1200) },
  }
  const body = { entity: 'event', event: 'payment.captured', payload: { payment: { entity } } }
  const signature = createHmac('sha256', secret).update(JSON.stringify(body)).digest('hex')
  const send = (path: string) => (round: number) => ({
    url: `${url}${path}`,
    method: 'POST' as const,
    headers: { 'x-razorpay-signature': signature, 'x-razorpay-event-id': `evt_${round}` },
    body,
  })
  const { a, b, ratio } = await compare({ warmUp: 300, measured: 1500 }, send('/api/payment/webhook/'), send('/bare-webhook'))
  // The shop must have processed all events before it closes.
  const waiting = 'select 1 from webhook_events where processed_at is null limit 1'
  while ((await db.query(waiting)).rowCount) await wait(50)
  return [
    {
      title: 'signed webhook / bare insert',
      value: ratio,
      unit: 'ratio',
      detail: `${a.toFixed(2)} ms / ${b.toFixed(2)} ms`,
    },
  ]
}

/** Stores the order of the events. The first event enrols, the others change nothing. */
async function insertOrder(db: pg.Pool): Promise<void> {
  const [batchId] = await sellBatches(db, 1)
  await db.query(
    `with buyer as (insert into users (email, full_name, verified_at) values ('buyer@example.com', 'Asha Patil', now()) returning id)
     insert into payment_orders (user_id, batch_id, amount_paise, currency, course_title, price_paise, discounts, provider, key_id,
       receipt, provider_order_id, status, hold_until, created_at, claimed_at)
     select id, $1, 4500000, 'INR', 'Testing in Practice', 4500000, '[]', 'razorpay', 'rzp_sandbox_bench',
       'kb-benchmark', 'order_Benchmark001', 'open', now(), now(), now() from buyer`,
    [batchId],
  )
}
