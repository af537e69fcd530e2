import type { PaymentRecord, RefundNoteKind, RefundRecord } from '#contract/money/payments.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { type SerialNumber, serialOf } from '#server/money/invoicing/series.ts'
import type { Disposition } from '#server/money/payments/disposition.ts'
import { type RequestRow, requestColumns, presentRequest } from '#server/money/requests/present-request.ts'

interface Row extends SerialNumber {
  id: number
  course_title: string
  instructor_name: string
  paid_at: Date
  amount_paise: number
  provider_payment_id: string
  disposition: Disposition
  receipt_id: number | null
  issued_at: Date
}
interface RefundRow extends SerialNumber {
  id: number
  payment_id: number
  amount_paise: number
  status: 'queued' | 'sent' | 'pending' | 'processed' | 'failed'
  created_at: Date
  settled_at: Date | null
  voucher_id: number | null
  note_id: number | null
  note_kind: RefundNoteKind
}

// Failed attempts moved no money and are left out.
const paymentsOfStudent = statement<Row>(
  'payments_of_student',
  `select p.id, o.course_title, i.name as instructor_name, coalesce(p.captured_at, p.created_at) as paid_at, p.amount_paise,
     p.provider_payment_id, p.disposition, r.id as receipt_id, r.financial_year, r.number, r.issued_at
   from payments p join payment_orders o on o.id = p.order_id join batches b on b.id = o.batch_id
   join instructors i on i.id = b.instructor_id left join receipts r on r.payment_id = p.id
   where o.user_id = $1 and p.status in ('authorized', 'captured', 'refunded')
   order by paid_at desc, p.id desc`,
)
const refundsOfStudent = statement<RefundRow>(
  'refunds_of_student',
  `select r.id, r.payment_id, r.amount_paise, r.status, r.created_at, r.settled_at,
     v.id as voucher_id, n.id as note_id, n.kind as note_kind, coalesce(n.financial_year, v.financial_year) as financial_year,
     coalesce(n.number, v.number) as number
   from refunds r join payments p on p.id = r.payment_id join payment_orders o on o.id = p.order_id
   left join refund_notes n on n.refund_id = r.id
   left join refund_vouchers v on v.refund_id = r.id
   where o.user_id = $1 order by r.id`,
)
const requestsOfStudent = statement<RequestRow & { payment_id: number }>(
  'requests_of_student',
  `select distinct on (e.payment_id) e.payment_id, ${requestColumns}
   from purchase_requests q join enrolments e on e.id = q.enrolment_id left join batches t on t.id = q.to_batch_id
   where q.user_id = $1 order by e.payment_id, q.id desc`,
)

/** Returns a student's payments with receipt, refunds and latest request, the newest first. Amounts are rupees. */
export async function listPayments(deps: Deps, student: Pick<Student, 'id'>): Promise<PaymentRecord[]> {
  const [payments, refunds, requests] = await Promise.all([
    rows(deps.db, paymentsOfStudent, [student.id]),
    rows(deps.db, refundsOfStudent, [student.id]),
    rows(deps.db, requestsOfStudent, [student.id]),
  ])
  const refundsOf = Map.groupBy(refunds, (refund) => refund.payment_id)
  const requestOf = new Map(requests.map((request) => [request.payment_id, presentRequest(request)]))
  return payments.map((payment) => ({
    id: payment.id,
    course_title: payment.course_title,
    instructor_name: payment.instructor_name,
    payment_date: payment.paid_at.toISOString(),
    amount: payment.amount_paise / 100,
    razorpay_payment_id: payment.provider_payment_id,
    status: statusOf(payment.disposition),
    receipt:
      payment.receipt_id === null
        ? null
        : {
            id: payment.receipt_id,
            serial: serialOf('receipt', payment),
            issued_at: payment.issued_at.toISOString(),
          },
    refunds: (refundsOf.get(payment.id) ?? []).map(toRefund),
    request: requestOf.get(payment.id) ?? null,
  }))
}

function statusOf(disposition: Disposition): PaymentRecord['status'] {
  if (disposition === 'enrolled') return 'paid'
  return disposition === 'pending' ? 'confirming' : disposition
}

const refundStates: Record<RefundRow['status'], RefundRecord['status']> = {
  queued: 'due',
  sent: 'sending',
  pending: 'sending',
  processed: 'processed',
  failed: 'failed',
}

function toRefund(refund: RefundRow): RefundRecord {
  return {
    id: refund.id,
    amount: refund.amount_paise / 100,
    status: refundStates[refund.status],
    requested_at: refund.created_at.toISOString(),
    settled_at: refund.settled_at?.toISOString() ?? null,
    note:
      refund.note_id === null ? null : { id: refund.note_id, serial: serialOf(refund.note_kind, refund), kind: refund.note_kind },
    voucher: refund.voucher_id === null ? null : { id: refund.voucher_id, serial: serialOf('voucher', refund) },
  }
}
