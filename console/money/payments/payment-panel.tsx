import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { shownAddresses } from '#contract/shown-addresses.ts'
import { payments, readPaymentTimeline, type StaffPayment } from '#contract/money/staff/payments.ts'
import { formatPlainDay } from '#ui/format.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { DocumentLink } from '#console/money/dialogs/document-link.tsx'
import { RefundDialog } from '#console/money/dialogs/refund-dialog.tsx'
import { ToPayBack } from '#console/money/dialogs/to-pay-back.tsx'
import { payBackHint } from '#console/money/dialogs/dialog-texts.ts'
import { Key } from '#console/kit/parts/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Facts } from '#console/kit/parts/facts.tsx'
import { useKeys } from '#console/kit/parts/keys.ts'
import { formatPaise } from '#console/kit/parts/money.ts'
import { SkeletonLines, Failed } from '#console/kit/parts/states.tsx'
import { StudentLink } from '#console/kit/parts/student-link.tsx'
import { methodName, PaymentState } from '#console/money/dialogs/payment-state.tsx'
import { Timeline } from './timeline.tsx'

/** One payment: what was paid, for what, and everything that happened to it. */
export function PaymentPanel({ record: payment }: { record: StaffPayment }) {
  const { may } = useAccess()
  const [refunding, setRefunding] = useState(false)
  const mayRefund = payment.refundable_paise > 0 && payment.waiting_paise === 0 && may('payments:write')
  useKeys(mayRefund ? { r: () => setRefunding(true) } : {})
  return (
    <div className="grid gap-6">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-3">
          <span className="figures text-2xl font-semibold">{formatPaise(payment.amount_paise)}</span>
          <PaymentState state={payment.state} />
          {mayRefund ? (
            <Button className="ml-auto" onClick={() => setRefunding(true)} aria-keyshortcuts="R">
              <Undo2 aria-hidden="true" className="size-3.5" />
              Refund
              <Key>R</Key>
            </Button>
          ) : null}
        </div>
        {payment.due_paise > 0 ? <Due payment={payment} /> : null}
        {payment.waiting_paise > 0 ? (
          <p className="text-signal">
            A refund of {formatPaise(payment.waiting_paise)}{' '}
            <Link
              to={payment.approval_id === null ? '/approvals' : `/approvals/${payment.approval_id}`}
              className="inline-flex min-h-6 items-center underline"
            >
              waits for a second person
            </Link>
            .
          </p>
        ) : null}
        {payment.refunded_paise + payment.due_paise > 0 ? (
          <p className="text-muted">
            {payment.refunded_paise > 0 ? `${formatPaise(payment.refunded_paise)} went back. ` : null}
            {formatPaise(payment.refundable_paise)} can still be refunded.
          </p>
        ) : null}
        {payment.problem ? <p className="text-bad">{payment.problem}</p> : null}
        {payment.respond_by ? (
          <p className="text-signal">
            <Link to="/disputes?status=waiting" className="inline-flex min-h-6 items-center underline">
              The payment is disputed
            </Link>
            . The provider takes no answer after {formatPlainDay(payment.respond_by)}.
          </p>
        ) : null}
      </div>
      <Facts
        facts={[
          ['Student', <StudentLink key="student" id={payment.student_id} name={payment.student} />],
          [
            'E-mail',
            <span key="email" className="wrap-anywhere">
              {shownAddresses(payment.email)}
            </span>,
          ],
          [
            'For',
            may('batches:read') ? (
              <Link
                key="for"
                to={`/batches/${payment.batch_id}`}
                className="inline-flex min-h-6 items-center text-accent hover:underline"
              >
                {payment.course}, batch from {formatPlainDay(payment.batch_starts_on)}
              </Link>
            ) : (
              `${payment.course}, batch from ${formatPlainDay(payment.batch_starts_on)}`
            ),
          ],
          ['Method', methodName(payment.method)],
          ...(payment.provider === 'offline'
            ? ([
                ['Reference', payment.reference],
                ['Received on', payment.received_on === null ? null : formatPlainDay(payment.received_on)],
                ['Received by', payment.received_by],
              ] as const)
            : ([
                [
                  'Payment id',
                  <span key="id" className="figures wrap-anywhere">
                    {payment.payment_id}
                  </span>,
                ],
              ] as const)),
          [
            'Receipt',
            payment.receipt === null ? null : <DocumentLink key="receipt" id={payment.document_id} serial={payment.receipt} />,
          ],
        ]}
      />
      <section aria-labelledby="timeline" className="grid gap-3">
        <h3 id="timeline" className="text-sm font-semibold">
          Timeline
        </h3>
        <Happened payment={payment} />
        {may('audit:read') ? (
          <div>
            <ButtonLink to={`/audit?payment=${payment.id}`}>See the log</ButtonLink>
          </div>
        ) : null}
      </section>
      {refunding ? <RefundDialog paymentId={payment.id} onClose={() => setRefunding(false)} /> : null}
    </div>
  )
}

/** Money that is to go back and did not yet. A person pays back what came without the provider. */
function Due({ payment: { id, due_paise, provider, method } }: { payment: StaffPayment }) {
  if (provider !== 'offline') return <p className="text-signal">Refund of {formatPaise(due_paise)} on the way.</p>
  return (
    <div className="text-signal">
      <p>
        Refund due: {formatPaise(due_paise)}. {payBackHint(method)}
      </p>
      <ToPayBack paymentId={id} />
    </div>
  )
}

function Happened({ payment }: { payment: StaffPayment }) {
  // The state and the sums change with what happens, so the timeline is read anew with them.
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [payments.name, 'timeline', payment.id, payment.state, payment.refunded_paise, payment.due_paise],
    queryFn: () => call(readPaymentTimeline, { params: { id: payment.id } }),
  })
  if (isPending) return <SkeletonLines lines={4} />
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  return <Timeline entries={data.entries} />
}
