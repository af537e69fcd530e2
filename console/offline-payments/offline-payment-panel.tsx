import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { OfflinePaymentRecord } from '#contract/staff/offline-payments.ts'
import { formatPlainDay } from '#ui/format.ts'
import { useAccess } from '../access.ts'
import { Consequence, Fact, Facts } from '../money/parts.tsx'
import { RefundDialog } from '../money/refund-dialog.tsx'
import { methodNames } from '../money/words.ts'
import { Button } from '../parts/button.tsx'
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
      <Facts>
        <Fact label="Paid by">{methodNames[payment.method]}</Fact>
        <Fact label="Reference">
          <span className="figures break-all">{payment.reference}</span>
        </Fact>
        <Fact label="Received on">{formatPlainDay(payment.received_on)}</Fact>
        <Fact label="Received by">{payment.received_by_name}</Fact>
        <Fact label="Student">{payment.student}</Fact>
        <Fact label="E-mail">{payment.student_email}</Fact>
        <Fact label="Course">{payment.course}</Fact>
        {payment.receipt ? (
          <Fact label="Receipt">
            <span className="figures">{payment.receipt}</span>
          </Fact>
        ) : null}
        <Fact label="Recorded">{formatMoment(payment.recorded_at)}</Fact>
      </Facts>
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
          <Link to={`/approvals/${payment.approval_id}`} className="underline">
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
  if (payment.disposition === 'refund_due') {
    return (
      <Consequence tone="waits">
        <p>
          The money is due to go back.{' '}
          <Link to={`/refunds?to_pay_back=true&q=${encodeURIComponent(payment.student_email)}`} className="underline">
            Open Refunds
          </Link>
        </p>
      </Consequence>
    )
  }
  return null
}
