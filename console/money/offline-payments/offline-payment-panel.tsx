import { HandCoins, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  dismissOfflinePayment,
  giveBackOfflinePayment,
  type OfflinePaymentRecord,
  offlinePayments,
} from '#contract/money/staff/offline-payments.ts'
import { formatPlainDay } from '#ui/format.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { today } from '#ui/days.ts'
import { ReasonDialog } from '#console/kit/fields/reason-dialog.tsx'
import { Consequence } from '#console/money/dialogs/parts.tsx'
import { DocumentLink } from '#console/money/dialogs/document-link.tsx'
import { PaidBackDialog } from '#console/money/dialogs/paid-back-dialog.tsx'
import { PaymentLink } from '#console/money/dialogs/payment-link.tsx'
import { RefundDialog } from '#console/money/dialogs/refund-dialog.tsx'
import { ToPayBack } from '#console/money/dialogs/to-pay-back.tsx'
import { useMoneyRefresh } from '#console/money/dialogs/use-act-form.ts'
import { offlineMethodNames } from '#contract/money/staff/approvals.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#console/kit/parts/confirm.tsx'
import { Facts } from '#console/kit/parts/facts.tsx'
import { formatPaise } from '#console/kit/parts/money.ts'
import { StudentLink } from '#console/kit/parts/student-link.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { notify, notifyFailure } from '#console/kit/parts/toasts.tsx'
import { useChanges } from '#console/kit/resource/calls.ts'
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
          ['Paid by', offlineMethodNames[payment.method]],
          ['Reference', payment.reference],
          ['Received on', formatPlainDay(payment.received_on)],
          ['Received by', payment.received_by_name],
          ['Student', <StudentLink key="student" id={payment.student_id} name={payment.student} />],
          [
            'E-mail',
            <span key="email" className="wrap-anywhere">
              {payment.student_email}
            </span>,
          ],
          ['For', `${payment.course}, batch from ${formatPlainDay(payment.batch_starts_on)}`],
          ['Of the price', payment.for_part],
          [
            'Receipt',
            payment.receipt === null ? null : <DocumentLink key="receipt" id={payment.document_id} serial={payment.receipt} />,
          ],
          [
            'Payment',
            payment.payment_id === null ? null : <PaymentLink key="payment" id={payment.payment_id} name="Open the payment" />,
          ],
          ['Discount', payment.discount_paise > 0 ? formatPaise(payment.discount_paise) : null],
          ['Why the discount', payment.discount_reason],
          ['Recorded', formatMoment(payment.recorded_at)],
          ['Given back by', payment.return_method ? offlineMethodNames[payment.return_method] : null],
          ['Reference of it', payment.return_reference],
          ['Given back on', payment.returned_on ? formatPlainDay(payment.returned_on) : null],
          ['Closed by', payment.closed_by_name],
        ]}
      />
      {paymentId !== null && payment.disposition === 'enrolled' && payment.waiting_paise === 0 && may('payments:write') ? (
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
        <p>
          The cheque is at the bank.{' '}
          {payment.for_part === null
            ? `${payment.student} is enrolled when it clears. ${payment.hold_until ? `A seat is held until ${formatMoment(payment.hold_until)}.` : 'No seat is held.'}`
            : `It pays ${payment.for_part} when it clears.`}
        </p>
      </Consequence>
    )
  }
  if (payment.state === 'return_due') return <ToGiveBack payment={payment} />
  if (payment.state === 'returned') return <p className="text-muted">It was not accepted, and {payment.student} has it back.</p>
  if (payment.state === 'replaced') {
    return <p className="text-muted">It was not accepted. The same money is recorded again, with the same reference.</p>
  }
  if (payment.state === 'mistaken') {
    return (
      <Consequence>
        <p>It was recorded by mistake: {payment.student} never paid it.</p>
        <p className="font-normal break-words">{payment.mistake_reason}</p>
      </Consequence>
    )
  }
  if (payment.waiting_paise > 0) {
    return (
      <Consequence tone="waits">
        <p>
          A refund of {formatPaise(payment.waiting_paise)}{' '}
          <Link to={`/approvals/${payment.refund_approval_id}`} className="inline-flex min-h-6 items-center underline">
            waits for approval
          </Link>
          .
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

/** Money that was not accepted: how it goes back, or that it was a mistake. */
function ToGiveBack({ payment }: { payment: OfflinePaymentRecord }) {
  const { may } = useAccess()
  const { keep } = useChanges(offlinePayments)
  const refresh = useMoneyRefresh()
  const [open, setOpen] = useState<'paid-back' | 'mistake' | null>(null)
  const { student, amount_paise: amount, id, version } = payment
  const target = { params: { id }, ifMatch: version }
  const isCheque = payment.method === 'cheque'
  const handBack = async () => {
    const sure = await confirm({
      title: `Has ${student} the cheque back?`,
      text: `Cheque ${payment.reference} was not banked, so the cheque itself goes back, against a signature. ${student} gets a mail that says so.`,
      action: 'It was handed back',
      danger: false,
    })
    if (!sure) return
    try {
      const body = { method: 'cheque', reference: payment.reference, paid_on: today() } as const
      keep(await call(giveBackOfflinePayment, { ...target, body }))
      notify(`${student} has the cheque back.`)
    } catch (error) {
      notifyFailure(error)
    } finally {
      await refresh()
    }
  }
  return (
    <Consequence tone="waits">
      <p>
        {isCheque ? 'This cheque was not accepted' : 'This money was not accepted'}, so it is owed to {student}.{' '}
        <Link to={`/approvals/${payment.approval_id}`} className="inline-flex min-h-6 items-center underline">
          See why
        </Link>
      </p>
      <p className="font-normal">
        {isCheque ? 'Hand the cheque back and record it here.' : 'Give it back and record it here.'} If it was meant for another
        batch, take it again with the same reference. If it came from somebody else, close it here first.
      </p>
      {may('payments:write') ? (
        <span className="mt-1.5 flex flex-wrap gap-2">
          <Button onClick={() => (isCheque ? void handBack() : setOpen('paid-back'))}>
            <HandCoins aria-hidden="true" className="size-4" />
            {isCheque ? 'Record that it was handed back' : 'Record that it was given back'}
          </Button>
          <Button variant="quiet" onClick={() => setOpen('mistake')}>
            It was a mistake
          </Button>
        </span>
      ) : null}
      {open === 'paid-back' ? (
        <PaidBackDialog
          amountPaise={amount}
          student={student}
          paidBy={payment.method}
          receivedOn={payment.received_on}
          consequence={`${student} gets a mail that says so.`}
          record={async (body) => keep(await call(giveBackOfflinePayment, { ...target, body }))}
          onClose={() => setOpen(null)}
        />
      ) : null}
      <ReasonDialog
        open={open === 'mistake'}
        onClose={() => setOpen(null)}
        title={`${student} never paid ${formatPaise(amount)}`}
        description={`For a payment that was recorded by mistake, or for the wrong student. Nothing goes back, and ${student} gets a mail that says so. Another person than the one who took it confirms this.`}
        label="What happened"
        action="Close as a mistake"
        danger
        send={async (reason) => {
          keep(await call(dismissOfflinePayment, { ...target, body: { reason } }))
          notify('It is closed as never received.')
          await refresh()
        }}
      />
    </Consequence>
  )
}
