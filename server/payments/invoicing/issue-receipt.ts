import { one, type Queryable, statement } from '../../db/query.ts'
import type { Deps } from '../../deps.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { describeSale } from './describe-sale.ts'
import { serialOf } from './serial.ts'

// The counter is the last lock of all; it holds until the receipt commits, so that no number is ever left out.
const nextReceipt = statement<{ id: number; financial_year: number; number: number }>(
  'next_receipt',
  `with now_ist as (select app_now() at time zone 'Asia/Kolkata' as t),
   year as (select extract(year from t - interval '3 months')::int as y from now_ist),
   counted as (
     insert into receipt_counters as c (financial_year, last_number) select y, 1 from year
     on conflict (financial_year) do update set last_number = c.last_number + 1
     returning financial_year, last_number
   )
   insert into receipts (payment_id, financial_year, number, issued_at, printed)
   select $1, financial_year, last_number, app_now(), $2 from counted
   returning id, financial_year, number`,
)

/**
 * Numbers the receipt of a payment, keeps what it prints, and queues its mail, exactly one of each. The last thing a
 * transaction does: every other sale of the school waits for the next number until it commits.
 */
export async function issueReceipt(deps: Deps, tx: Queryable, sale: { paymentId: number; courseId: number }): Promise<void> {
  const { paymentId, courseId } = sale
  const printed = await describeSale(tx, paymentId)
  const receipt = await one(tx, nextReceipt, [paymentId, JSON.stringify(printed)])
  await queueMail(
    deps,
    tx,
    {
      template: 'receipt',
      to: printed.student.email,
      props: {
        name: printed.student.name,
        serial: serialOf('receipt', receipt.financial_year, receipt.number),
        courseTitle: printed.sold.course_title,
        batchType: printed.sold.batch_type,
        startsAt: printed.sold.starts_at,
        timeText: printed.sold.time_text,
        amountPaise: printed.amount_paise,
        paymentId: printed.payment_id,
        roomUrl: `${deps.config.publicUrl}/enrolled-courses/${courseId}`,
        receiptId: receipt.id,
      },
    },
    { cause: `receipt-${paymentId}` },
  )
}
