import { HandCoins } from 'lucide-react'
import { useState } from 'react'
import type { RefundListed } from '#contract/staff/refunds.ts'
import { formatPlainDay } from '#ui/format.ts'
import { useAccess } from '../access.ts'
import { Consequence, Fact, Facts } from '../money/parts.tsx'
import { methodNames } from '../money/words.ts'
import { Button } from '../parts/button.tsx'
import { formatMoment } from '../parts/time.ts'
import { PaidBackDialog } from './paid-back-dialog.tsx'
import { RefundStatus } from './refund-status.tsx'

const byNames: Record<RefundListed['by'], string> = {
  student: 'The student',
  staff: 'Staff',
  operator: 'The operator',
  system: 'Automatic',
  provider: 'At the provider',
}

/** Who decided about a refund. */
export const refundBy = ({ by, staff }: RefundListed): string => staff ?? byNames[by]

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
          <p>The school received this money itself. Pay it back to {refund.student} and record it here.</p>
          {may('payments:write') ? (
            <Button className="mt-1.5 w-fit" onClick={() => setPaying(true)}>
              <HandCoins aria-hidden="true" className="size-4" />
              Record that it was paid back
            </Button>
          ) : null}
        </Consequence>
      ) : null}
      <p className="rounded-md bg-sunken px-3.5 py-2.5 text-base break-words whitespace-pre-line">{refund.reason}</p>
      <Facts>
        <Fact label="Student">{refund.student}</Fact>
        <Fact label="E-mail">{refund.student_email}</Fact>
        <Fact label="Course">{refund.course}</Fact>
        <Fact label="Payment">
          <span className="figures break-all">{refund.payment}</span>
        </Fact>
        <Fact label="Access">{refund.ends_access ? 'Ends with it' : 'Stays'}</Fact>
        <Fact label="Decided by">{refundBy(refund)}</Fact>
        {refund.approved_by ? <Fact label="Approved by">{refund.approved_by}</Fact> : null}
        <Fact label="Asked">{formatMoment(refund.created_at)}</Fact>
        {refund.settled_at ? <Fact label="Settled">{formatMoment(refund.settled_at)}</Fact> : null}
        {refund.method ? <Fact label="Paid back by">{methodNames[refund.method]}</Fact> : null}
        {refund.reference ? (
          <Fact label="Reference">
            <span className="figures">{refund.reference}</span>
          </Fact>
        ) : null}
        {refund.paid_on ? <Fact label="Paid back on">{formatPlainDay(refund.paid_on)}</Fact> : null}
      </Facts>
      {paying ? <PaidBackDialog refund={refund} onClose={() => setPaying(false)} /> : null}
    </div>
  )
}
