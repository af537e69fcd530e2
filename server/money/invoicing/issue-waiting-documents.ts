import type { System } from '#server/platform/auth/principal.ts'
import { type Queryable, row, rows, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { type PrintedReceipt, printedReceipt } from '#server/platform/documents/printed.ts'
import { lockSale } from '#server/money/payments/locks.ts'
import { issueReceipt } from './issue-receipt.ts'
import { issueRefundNote } from './issue-refund-note.ts'
import { isAsked } from './series.ts'

const answeredDocuments = statement<{ id: number; payment_id: number }>(
  'answered_documents',
  `select w.id, coalesce(w.payment_id, r.payment_id) as payment_id
   from waiting_documents w left join refunds r on r.id = w.refund_id where not ${isAsked} order by w.id`,
)
// The row is gone only when its document is issued; another process finds it gone.
const takeWaitingDocument = statement<{ refund_id: number | null; printed: unknown; course_id: number }>(
  'take_waiting_document',
  `delete from waiting_documents w using payments p join payment_orders o on o.id = p.order_id join batches b on b.id = o.batch_id
   where w.id = $1 and p.id = $2 returning w.refund_id, w.printed, b.course_id`,
)

/** Issues the documents that waited for the answer about a restore, in the order of their sales and refunds. */
export async function issueWaitingDocuments(deps: Pick<Deps, 'config' | 'db' | 'jobs' | 'log'>, _system: System): Promise<void> {
  for (const { id, payment_id } of await rows(deps.db, answeredDocuments)) {
    // One that can't be issued does not keep the others.
    await transaction(deps.db, (tx) => issue(deps, tx, id, payment_id)).catch((error: unknown) =>
      deps.log.error({ err: error, payment: payment_id }, 'a document that waited could not be issued'),
    )
  }
}

async function issue(deps: Pick<Deps, 'config' | 'jobs'>, tx: Queryable, id: number, paymentId: number): Promise<void> {
  await lockSale(tx, paymentId)
  const waiting = await row(tx, takeWaitingDocument, [id, paymentId])
  if (!waiting) return
  const { refund_id: refundId, course_id: courseId } = waiting
  if (refundId !== null) return issueRefundNote(deps, tx, refundId)
  const printed: PrintedReceipt = printedReceipt.parse(waiting.printed)
  return issueReceipt(deps, tx, { paymentId, courseId, printed })
}
