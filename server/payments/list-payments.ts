import type { PaymentRecord } from '#contract/payments.ts'
import type { Student } from '../accounts/authenticate.ts'
import { rows, statement } from '../db/query.ts'
import type { Deps } from '../deps.ts'
import type { Disposition } from './settle-payment.ts'

interface Row {
  id: number
  course_title: string
  instructor_name: string
  paid_at: Date
  amount_paise: number
  provider_payment_id: string
  disposition: Disposition
}

// Money that moved, or is about to: what failed at the card is no payment of the student's.
const paymentsOfStudent = statement<Row>(
  'payments_of_student',
  `select p.id, o.course_title, b.instructor_name, coalesce(p.captured_at, p.created_at) as paid_at, p.amount_paise,
     p.provider_payment_id, p.disposition
   from payments p join payment_orders o on o.id = p.order_id join batches b on b.id = o.batch_id
   where o.user_id = $1 and p.status in ('authorized', 'captured', 'refunded')
   order by paid_at desc, p.id desc`,
)

export async function listPayments(deps: Deps, student: Student): Promise<PaymentRecord[]> {
  const found = await rows(deps.db, paymentsOfStudent, [student.id])
  return found.map((payment) => ({
    id: payment.id,
    course_title: payment.course_title,
    instructor_name: payment.instructor_name,
    payment_date: payment.paid_at.toISOString(),
    amount: payment.amount_paise / 100,
    razorpay_payment_id: payment.provider_payment_id,
    status: statusOf(payment.disposition),
  }))
}

function statusOf(disposition: Disposition): PaymentRecord['status'] {
  if (disposition === 'enrolled') return 'paid'
  return disposition === 'pending' ? 'confirming' : disposition
}
