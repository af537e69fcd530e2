import { HandCoins } from 'lucide-react'
import { useState } from 'react'
import { recordPaidBack, type RefundListed, refundedByNames } from '#contract/money/staff/refunds.ts'
import { formatPlainDay } from '#ui/format.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { PaidBackDialog } from '#console/money/dialogs/paid-back-dialog.tsx'
import { Consequence } from '#console/money/dialogs/parts.tsx'
import { PaymentLink } from '#console/money/dialogs/payment-link.tsx'
import { offlineMethodNames } from '#contract/money/staff/approvals.ts'
import { payBackHint } from '#console/money/dialogs/dialog-texts.ts'
import { Button } from '#ui/button.tsx'
import { Facts } from '#console/kit/parts/facts.tsx'
import { StudentLink } from '#console/kit/parts/student-link.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { RefundStatus } from './refund-status.tsx'

/** Who decided about a refund: the second person, where one had to. */
export const refundBy = ({ by, staff, approved_by: second }: RefundListed): string => second ?? staff ?? refundedByNames[by]

/** A refund: how much, why, who decided, and how the money went. */
export function RefundPanel({ record: refund }: { record: RefundListed }) {
  const { may } = useAccess()
  const [paying, setPaying] = useState(false)
  return (
    <div className="grid gap-5">
      <RefundStatus refund={refund} />
      {refund.status === 'failed' && refund.problem ? (
        <Consequence tone="refused">
          <p>The provider refused it: {refund.problem}</p>
        </Consequence>
      ) : null}
      {refund.to_pay_back ? (
        <Consequence tone="waits">
          <p>{payBackHint(refund.paid_by)}</p>
          <p className="font-normal">Then record it here. {refund.student} gets the refund note by mail at once.</p>
          {may('payments:write') ? (
            <Button className="mt-1.5 w-fit" onClick={() => setPaying(true)}>
              <HandCoins aria-hidden="true" className="size-4" />
              Record that it was paid back
            </Button>
          ) : null}
        </Consequence>
      ) : null}
      <p className="rounded-md bg-sunken px-3.5 py-2.5 text-base break-words whitespace-pre-line">{refund.reason}</p>
      <Facts
        facts={[
          ['Student', <StudentLink key="student" id={refund.student_id} name={refund.student} />],
          [
            'E-mail',
            <span key="email" className="wrap-anywhere">
              {refund.student_email}
            </span>,
          ],
          ['For', `${refund.course}, batch from ${formatPlainDay(refund.batch_starts_on)}`],
          [
            'Payment',
            <PaymentLink key="payment" id={refund.payment_id} name={refund.is_offline ? 'Offline payment' : refund.payment} />,
          ],
          ['Access', refund.ends_access ? 'Ends with it' : 'Stays'],
          [refund.approved_by ? 'Asked by' : 'Decided by', refund.approved_by ? refund.staff : refundBy(refund)],
          ['Approved by', refund.approved_by],
          ['Decided', formatMoment(refund.created_at)],
          ['Settled', refund.settled_at ? formatMoment(refund.settled_at) : null],
          ['Paid back by', refund.method ? offlineMethodNames[refund.method] : null],
          ['Reference', refund.reference],
          ['Paid back on', refund.paid_on ? formatPlainDay(refund.paid_on) : null],
        ]}
      />
      {paying ? (
        <PaidBackDialog
          amountPaise={refund.amount_paise}
          student={refund.student}
          paidBy={refund.paid_by}
          consequence={`${refund.student} gets the refund note by mail at once.`}
          record={(body) => call(recordPaidBack, { params: { id: refund.id }, body })}
          onClose={() => setPaying(false)}
        />
      ) : null}
    </div>
  )
}
