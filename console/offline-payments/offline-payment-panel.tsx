import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { OfflinePaymentRecord } from '#contract/staff/offline-payments.ts'
import { formatPlainDay } from '#ui/format.ts'
import { useAccess } from '../access.ts'
import { Consequence } from '../money/parts.tsx'
import { DocumentLink } from '../money/document-link.tsx'
import { PaymentLink } from '../money/payment-link.tsx'
import { RefundDialog } from '../money/refund-dialog.tsx'
import { ToPayBack } from '../money/to-pay-back.tsx'
import { methodNames } from '../money/words.ts'
import { Button } from '../parts/button.tsx'
import { Facts } from '../parts/facts.tsx'
import { formatPaise } from '../parts/money.ts'
import { StudentLink } from '../parts/student-link.tsx'
import { formatMoment } from '../parts/time.ts'
import { OfflineState } from './offline-state.tsx'

/** What the school received, and what became of it. */
export function OfflinePaymentPanel({ record: payment }: { record: OfflinePaymentRecord }) {
  const { may } = useAccess()
  const [refunding, setRefunding] = useState(false)
  const { payment_id: paymentId } = payment
  return (
    <div className="grid gap-5">
      <OfflineState state={payment.state} />
      <Outcome payment={payment} />
      <Facts
        facts={[
          ['Paid by', methodNames[payment.method]],
          ['Reference', payment.reference],
          ['Received on', formatPlainDay(payment.received_on)],
          ['Received by', payment.received_by_name],
          ['Student', <StudentLink key="student" id={payment.student_id} name={payment.student} />],
          [
            'E-mail',
            <span key="email" className="break-all">
              {payment.student_email}
            </span>,
          ],
          ['For', `${payment.course}, batch from ${formatPlainDay(payment.batch_starts_on)}`],
          [
            'Receipt',
            payment.receipt === null ? null : <DocumentLink key="receipt" id={payment.document_id} serial={payment.receipt} />,
          ],
          [
            'Payment',
            payment.payment_id === null ? null : <PaymentLink key="payment" id={payment.payment_id} name="Open the payment" />,
          ],
          ['Recorded', formatMoment(payment.recorded_at)],
        ]}
      />
      {paymentId !== null && payment.disposition === 'enrolled' && may('payments:write') ? (
        <div className="border-t border-line pt-4">
          <Button onClick={() => setRefunding(true)}>
            <Undo2 aria-hidden="true" className="size-4" />
            Refund
          </Button>
        </div>
      ) : null}
      {refunding && paymentId !== null ? <RefundDialog paymentId={paymentId} onClose={() => setRefunding(false)} /> : null}
    </div>
  )
}

function Outcome({ payment }: { payment: OfflinePaymentRecord }) {
  if (payment.state === 'waiting') {
    return (
      <Consequence tone="waits">
        <p>
          A second person decides.{' '}
          <Link to={`/approvals/${payment.approval_id}`} className="inline-flex min-h-6 items-center underline">
            Open the approval
          </Link>
        </p>
      </Consequence>
    )
  }
  if (payment.state === 'received') {
    return (
      <Consequence>
        <p>The cheque is at the bank. {payment.student} is enrolled when it clears. No seat is held.</p>
      </Consequence>
    )
  }
  if (payment.state === 'void') {
    return (
      <Consequence tone="waits">
        <p>
          This money was not accepted: give it back to {payment.student}. Nothing records that it went back.{' '}
          <Link to={`/approvals/${payment.approval_id}`} className="inline-flex min-h-6 items-center underline">
            Open the approval
          </Link>
        </p>
      </Consequence>
    )
  }
  const wentBack = payment.refunded_paise > 0 ? `${formatPaise(payment.refunded_paise)} went back.` : null
  if (payment.due_paise > 0 && payment.payment_id !== null) {
    return (
      <Consequence tone="waits">
        <p>Refund due: {formatPaise(payment.due_paise)}.</p>
        <ToPayBack paymentId={payment.payment_id} />
        {wentBack ? <p className="font-normal">{wentBack}</p> : null}
      </Consequence>
    )
  }
  return wentBack ? <p className="text-muted">{wentBack}</p> : null
}
