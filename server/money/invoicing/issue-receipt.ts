import { pathTo } from '#contract/pages.ts'
import { sendLater, type Queryable, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import type { PrintedReceipt } from '#server/platform/documents/printed.ts'
import type { MailProps } from '#server/messaging/mail/mail-templates.ts'
import { reserveMail } from '#server/messaging/mail/queue-mail.ts'
import { describeSale } from './describe-sale.ts'
import { countedReceipts, isAsked, serialSql } from './series.ts'
import { deliverMailJob } from '#server/messaging/mail/jobs.ts'

// The mail has the number, which exists only here. After a restore the receipt waits, and its mail with it.
const issueNextReceipt = statement(
  'issue_next_receipt',
  `with ${countedReceipts},
   waiting as (insert into waiting_documents (payment_id, printed, since) select $1, $2, app_now() where ${isAsked}),
   issued as (
     insert into receipts (payment_id, financial_year, number, issued_at, printed)
     select $1, financial_year, number, app_now(), $2 from counted
     returning id, financial_year, number
   )
   insert into mail_outbox (id, to_address, template, props, cause, created_at) overriding system value
   select $3, $4, 'receipt',
     $5::jsonb || jsonb_build_object('serial', ${serialSql('issued', `'receipt'`)}, 'receiptId', issued.id), $6, app_now()
   from issued where $4 not like '%@erased.invalid'`,
)

/**
 * Stores the numbered receipt of a payment and queues its mail, exactly one of each. The number is taken
 * with the commit, because every other sale waits for the next one until then. After a restore it waits in `waiting_documents`
 * until the operator has answered.
 * @param sale `printed` is that of a receipt that has waited
 */
export async function issueReceipt(
  deps: Pick<Deps, 'config' | 'jobs'>,
  tx: Queryable,
  sale: { paymentId: number; courseId: number; printed?: PrintedReceipt },
): Promise<void> {
  const { paymentId, courseId } = sale
  const [now, mailId] = await Promise.all([describeSale(tx, paymentId), reserveMail(tx)])
  const printed = sale.printed ?? now
  await deps.jobs.send(tx, deliverMailJob, { id: mailId })
  sendLater(tx, issueNextReceipt, [
    paymentId,
    JSON.stringify(printed),
    mailId,
    now.student.email,
    JSON.stringify(receiptMail(deps, printed, courseId)),
    `receipt-${paymentId}`,
  ])
}

/** What the mail of a receipt says, but for its number. */
export function receiptMail(
  { config }: Pick<Deps, 'config'>,
  printed: PrintedReceipt,
  courseId: number,
): Omit<MailProps['receipt'], 'serial' | 'receiptId'> {
  return {
    name: printed.student.name,
    courseTitle: printed.sold.course_title,
    batchType: printed.sold.batch_type,
    startsAt: printed.sold.starts_at,
    timeText: printed.sold.time_text,
    amountPaise: printed.amount_paise,
    paymentId: printed.payment_id,
    offline: printed.offline ?? null,
    roomUrl: `${config.publicUrl}${pathTo('room', courseId)}`,
  }
}
