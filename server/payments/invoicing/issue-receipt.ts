import { pathTo } from '#contract/pages.ts'
import { sendLater, type Queryable, statement } from '../../db/query.ts'
import type { Deps } from '../../deps.ts'
import type { MailProps } from '../../mail/mail-templates.ts'
import { reserveMail } from '../../mail/queue-mail.ts'
import { describeSale } from './describe-sale.ts'
import { countedReceipts, serialSql } from './series.ts'

// The mail has the number, which exists only here.
const issueNextReceipt = statement(
  'issue_next_receipt',
  `with ${countedReceipts},
   issued as (
     insert into receipts (payment_id, financial_year, number, issued_at, printed)
     select $1, financial_year, number, app_now(), $2 from counted
     returning id, financial_year, number
   )
   insert into mail_outbox (id, to_address, template, props, cause, created_at) overriding system value
   select $3, $4, 'receipt',
     $5::jsonb || jsonb_build_object('serial', ${serialSql('issued', `'receipt'`)}, 'receiptId', issued.id), $6, app_now()
   from issued`,
)

/**
 * Stores the numbered receipt of a payment and queues its mail, exactly one of each. The number is taken
 * with the commit, because every other sale waits for the next one until then. The account is not erased.
 */
export async function issueReceipt(
  deps: Pick<Deps, 'config' | 'jobs'>,
  tx: Queryable,
  sale: { paymentId: number; courseId: number },
): Promise<void> {
  const { paymentId, courseId } = sale
  const [printed, mailId] = await Promise.all([describeSale(tx, paymentId), reserveMail(tx)])
  const props: Omit<MailProps['receipt'], 'serial' | 'receiptId'> = {
    name: printed.student.name,
    courseTitle: printed.sold.course_title,
    batchType: printed.sold.batch_type,
    startsAt: printed.sold.starts_at,
    timeText: printed.sold.time_text,
    amountPaise: printed.amount_paise,
    paymentId: printed.payment_id,
    offline: printed.offline ?? null,
    roomUrl: `${deps.config.publicUrl}${pathTo('room', courseId)}`,
  }
  await deps.jobs.send(tx, 'deliver-mail', { id: mailId })
  sendLater(tx, issueNextReceipt, [
    paymentId,
    JSON.stringify(printed),
    mailId,
    printed.student.email,
    JSON.stringify(props),
    `receipt-${paymentId}`,
  ])
}
