import { pathTo } from '#contract/pages.ts'
import { one, type Queryable, statement } from '../../db/query.ts'
import type { Deps } from '../../deps.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { describeSale } from './describe-sale.ts'
import { countedReceipts, type SerialNumber, serialOf } from './series.ts'

const nextReceipt = statement<SerialNumber & { id: number }>(
  'next_receipt',
  `with ${countedReceipts}
   insert into receipts (payment_id, financial_year, number, issued_at, printed)
   select $1, financial_year, number, app_now(), $2 from counted
   returning id, financial_year, number`,
)

/**
 * Stores the numbered receipt of a payment and queues its mail, exactly one of each. Call it last in a transaction:
 * every other sale waits for the next number until the commit.
 */
export async function issueReceipt(
  deps: Pick<Deps, 'config' | 'jobs'>,
  tx: Queryable,
  sale: { paymentId: number; courseId: number },
): Promise<void> {
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
        serial: serialOf('receipt', receipt),
        courseTitle: printed.sold.course_title,
        batchType: printed.sold.batch_type,
        startsAt: printed.sold.starts_at,
        timeText: printed.sold.time_text,
        amountPaise: printed.amount_paise,
        paymentId: printed.payment_id,
        offline: printed.offline ?? null,
        roomUrl: `${deps.config.publicUrl}${pathTo('room', courseId)}`,
        receiptId: receipt.id,
      },
    },
    { cause: `receipt-${paymentId}` },
  )
}
