import { receiptSerial } from '#contract/rules.ts'
import { one, type Queryable, statement } from '../db/query.ts'
import type { Deps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'

interface Sold {
  email: string
  full_name: string
  course_title: string
  batch_type: string
  starts_at: Date
  time_text: string
  amount_paise: number
  provider_payment_id: string
  course_id: number
}

// The counter is the last lock of all; it holds until the receipt commits, so that no number is ever left out.
const nextNumber = statement<{ financial_year: number; number: number }>(
  'next_receipt',
  `with now_ist as (select app_now() at time zone 'Asia/Kolkata' as t),
   year as (select extract(year from t - interval '3 months')::int as y from now_ist),
   counted as (
     insert into receipt_counters as c (financial_year, last_number) select y, 1 from year
     on conflict (financial_year) do update set last_number = c.last_number + 1
     returning financial_year, last_number
   )
   insert into receipts (payment_id, financial_year, number, issued_at)
   select $1, financial_year, last_number, app_now() from counted
   returning financial_year, number`,
)
const sold = statement<Sold>(
  'sold',
  `select u.email, u.full_name, o.course_title, b.batch_type, b.starts_at, b.time_text, p.amount_paise,
     p.provider_payment_id, b.course_id
   from payments p
   join payment_orders o on o.id = p.order_id
   join users u on u.id = o.user_id
   join batches b on b.id = o.batch_id
   where p.id = $1`,
)

/** Numbers the receipt of a payment and queues its mail, exactly one of each. */
export async function issueReceipt(deps: Deps, tx: Queryable, paymentId: number): Promise<void> {
  const receipt = await one(tx, nextNumber, [paymentId])
  const sale = await one(tx, sold, [paymentId])
  await queueMail(
    deps,
    tx,
    {
      template: 'receipt',
      to: sale.email,
      props: {
        name: sale.full_name,
        serial: receiptSerial(receipt.financial_year, receipt.number),
        courseTitle: sale.course_title,
        batchType: sale.batch_type,
        startsAt: sale.starts_at.toISOString(),
        timeText: sale.time_text,
        amountPaise: sale.amount_paise,
        paymentId: sale.provider_payment_id,
        roomUrl: `${deps.config.publicUrl}/enrolled-courses/${sale.course_id}`,
      },
    },
    { cause: `receipt-${paymentId}` },
  )
}
