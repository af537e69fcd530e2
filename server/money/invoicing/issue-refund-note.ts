import type { RefundNoteKind } from '#contract/money/payments.ts'
import { one, type Queryable, row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import type { PrintedNote } from '#server/platform/documents/printed.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import { describeSale } from './describe-sale.ts'
import { printedOfReceipt } from './find-document.ts'
import { reasonOf } from './reason-of.ts'
import { countedNotes, isAsked, type SerialNumber, serialOf } from './series.ts'
import { splitReturnedTax } from './split-tax.ts'

interface Refunded {
  payment_id: number
  amount_paise: number
  provider_refund_id: string
  ends_access: boolean
  /** One of the many refunds of a cancelled batch. */
  of_batch: boolean
  /** The reason that the product itself gave; null for a person's own words, which stay off the document. */
  automatic_reason: string | null
  is_whole: boolean
  /** Paise of this payment that earlier notes and vouchers cover. */
  before_paise: number
  /** How staff paid it back; null for a refund that the provider sent. */
  paid_back: PrintedNote['paid_back']
}

const refundForNote = statement<Refunded>(
  'refund_for_note',
  `select r.payment_id, r.amount_paise, r.provider_refund_id, r.ends_access, r.amount_paise = p.amount_paise as is_whole,
     exists (select from cancelled_enrolments c where c.enrolment_id = place_of_payment(r.payment_id) and c.outcome = 'refunded') as of_batch,
     case when r.actor_kind = 'system' then r.reason end as automatic_reason,
     (select coalesce(sum(e.amount_paise), 0)::bigint from refunds e
      where e.payment_id = r.payment_id and (exists (select 1 from refund_notes n where n.refund_id = e.id)
        or exists (select 1 from refund_vouchers v where v.refund_id = e.id))) as before_paise,
     case when r.paid_on is not null then
       jsonb_build_object('method', r.method, 'reference', r.reference, 'paid_on', to_char(r.paid_on, 'YYYY-MM-DD')) end as paid_back
   from refunds r join payments p on p.id = r.payment_id where r.id = $1`,
)
// Section 34: tax can be credited until 30 November after the financial year of the supply.
const creditedReceipt = statement<SerialNumber & { id: number; issued_at: Date; is_late: boolean }>(
  'credited_receipt',
  `select id, financial_year, number, issued_at,
     (app_now() at time zone 'Asia/Kolkata')::date > make_date(financial_year + 1, 11, 30) as is_late
   from receipts where payment_id = $1`,
)
// A note cites the receipt of its payment, so it also waits for that one.
const waitForAnswer = statement(
  'wait_for_answer',
  `insert into waiting_documents (refund_id, since)
   select r.id, app_now() from refunds r
   where r.id = $1 and (${isAsked} or exists (select from waiting_documents w where w.payment_id = r.payment_id))
   on conflict do nothing returning id`,
)
const nextNote = statement<SerialNumber & { id: number }>(
  'next_note',
  `with ${countedNotes('$2')}
   insert into refund_notes (refund_id, kind, financial_year, number, issued_at, printed)
   select $1, $2, financial_year, number, app_now(), $3 from counted
   returning id, financial_year, number`,
)

/**
 * Stores the note of a processed full or partial refund and queues its mail: a credit note after a tax invoice, a refund note
 * otherwise. The caller holds the payment's lock. After a restore it waits in `waiting_documents` until the operator has answered.
 */
export async function issueRefundNote(deps: Pick<Deps, 'jobs'>, tx: Queryable, refundId: number): Promise<void> {
  if (await row(tx, waitForAnswer, [refundId])) return
  const refund = await one(tx, refundForNote, [refundId])
  const receipt = await row(tx, creditedReceipt, [refund.payment_id])
  const { paid_at: _, price: __, offline: ___, ...now } = await describeSale(tx, refund.payment_id)
  const sold = receipt && (await printedOfReceipt(tx, receipt.id))
  const kind = kindOf(receipt?.is_late === true, Boolean(sold?.tax))
  // A note repeats its receipt; without one there is no supply, and the document says only who got money back.
  const { student, buyer, sold: course, supplier } = sold ?? now
  const printed: PrintedNote = {
    ...now,
    student,
    buyer,
    place_of_supply: sold ? (sold.place_of_supply ?? now.supplier.state) : now.place_of_supply,
    sold: course,
    supplier: kind === 'refund_note' ? { ...now.supplier, gstin: null } : { ...now.supplier, gstin: supplier.gstin },
    amount_paise: refund.amount_paise,
    tax:
      kind === 'credit_note' && sold?.tax
        ? splitReturnedTax(sold.tax, { beforePaise: refund.before_paise, amountPaise: refund.amount_paise })
        : null,
    refund_id: refund.provider_refund_id,
    paid_back: refund.paid_back,
    reason: reasonOf(refund),
    receipt: receipt ? { serial: serialOf('receipt', receipt), issued_at: receipt.issued_at.toISOString() } : null,
  }
  const note = await one(tx, nextNote, [refundId, kind, JSON.stringify(printed)])
  await queueMail(
    deps,
    tx,
    {
      template: 'refund',
      to: now.student.email,
      props: {
        name: now.student.name,
        serial: serialOf(kind, note),
        courseTitle: printed.sold.course_title,
        amountPaise: refund.amount_paise,
        paymentId: printed.payment_id,
        receiptSerial: printed.receipt?.serial ?? null,
        endsAccess: refund.ends_access,
        paidBack: refund.paid_back ?? null,
        noteId: note.id,
        note: kind,
      },
    },
    { cause: `refund-note-${refundId}`, ...(refund.of_batch ? { lane: 'batch' } : {}) },
  )
}

function kindOf(isLate: boolean, hasTax: boolean): RefundNoteKind {
  if (!hasTax) return 'refund_note'
  return isLate ? 'financial_credit_note' : 'credit_note'
}
