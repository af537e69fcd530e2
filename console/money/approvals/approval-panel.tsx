import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { type ApprovalRecord, approvals, approveAct, declineAct, withdrawAct } from '#contract/money/staff/approvals.ts'
import { formatPlainDay } from '#ui/format.ts'
import { call } from '#console/kit/api/client.ts'
import { hasStatus } from '#console/kit/api/error-text.ts'
import { ReasonDialog } from '#console/kit/fields/reason-dialog.tsx'
import { Consequence } from '#console/money/dialogs/parts.tsx'
import { PaymentLink } from '#console/money/dialogs/payment-link.tsx'
import { useMoneyRefresh } from '#console/money/dialogs/use-act-form.ts'
import { approvalKindNames, offlineMethodNames } from '#contract/money/staff/approvals.ts'
import { Facts } from '#console/kit/parts/facts.tsx'
import { formatPaise } from '#console/kit/parts/money.ts'
import { StudentLink } from '#console/kit/parts/student-link.tsx'
import { Key } from '#console/kit/parts/badge.tsx'
import { Button } from '#ui/button.tsx'
import { confirm } from '#console/kit/parts/confirm.tsx'
import { useKeys } from '#console/kit/parts/keys.ts'
import { formatMoment } from '#console/kit/parts/time.ts'
import { notify, notifyFailure } from '#console/kit/parts/toasts.tsx'
import { useChanges } from '#console/kit/resource/calls.ts'
import { ApprovalState, useDecision } from './approval-state.tsx'

/** What somebody asks for, and the decision. */
export function ApprovalPanel({ record: approval }: { record: ApprovalRecord }) {
  const { keep } = useChanges(approvals)
  const refresh = useMoneyRefresh()
  const [running, setRunning] = useState<'approve' | 'withdraw' | null>(null)
  const [declining, setDeclining] = useState(false)
  const { mayDo, isOwn, isAloneNow, mayApprove } = useDecision(approval)
  const mayDecline = mayDo && !isOwn
  const target = { params: { id: approval.id }, ifMatch: approval.version }

  const run = async (verb: 'approve' | 'withdraw') => {
    if (running) return
    if (verb === 'approve' && !(await confirm({ ...questionOf(approval), danger: approval.kind === 'refund' }))) return
    setRunning(verb)
    try {
      const after = await call(verb === 'approve' ? approveAct : withdrawAct, target)
      keep(after)
      if (after.state === 'failed') notifyFailure(`It could not be done: ${after.answer ?? ''}`)
      else if (verb === 'approve') notify(doneText(after))
      else notify(after.is_owed ? `It is withdrawn. The money is owed to ${after.student}.` : 'It is withdrawn.')
    } catch (error) {
      notifyFailure(error)
      // Somebody else has decided: the panel shows how.
      if (!hasStatus(error, 412) && !hasStatus(error, 409)) return
    } finally {
      setRunning(null)
      await refresh()
    }
  }
  useKeys({
    ...(mayApprove ? { a: () => void run('approve') } : {}),
    ...(mayDecline ? { d: () => setDeclining(true) } : {}),
  })
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <ApprovalState approval={approval} />
        <span className="figures ml-auto text-xl font-semibold">{formatPaise(approval.amount_paise)}</span>
      </div>
      {(approval.reason ?? approval.discount_reason) ? (
        <p className="rounded-md bg-sunken px-3.5 py-2.5 text-base break-words whitespace-pre-line">
          {approval.reason ?? `Discount of ${formatPaise(approval.discount_paise)}: ${approval.discount_reason}`}
        </p>
      ) : null}
      <Facts
        facts={[
          [
            'Student',
            approval.student_id === null ? (
              'Nobody has an account with this address yet.'
            ) : (
              <StudentLink key="student" id={approval.student_id} name={approval.student} />
            ),
          ],
          [
            'E-mail',
            <span key="email" className="wrap-anywhere">
              {approval.student_email}
            </span>,
          ],
          ['For', `${approval.course}, batch from ${formatPlainDay(approval.batch_starts_on)}`],
          ['Of the price', approval.for_part],
          [
            'Payment',
            approval.payment_id ? <PaymentLink key="payment" id={approval.payment_id} name="Open the payment" /> : null,
          ],
          ['Paid', approval.paid_paise === null ? null : formatPaise(approval.paid_paise)],
          ['Refunded already', approval.refunded_paise ? formatPaise(approval.refunded_paise) : null],
          ['Discount', approval.discount_paise > 0 ? formatPaise(approval.discount_paise) : null],
          ['Paid by', approval.method ? offlineMethodNames[approval.method] : null],
          ['Reference', approval.reference],
          ['Received on', approval.received_on && formatPlainDay(approval.received_on)],
          ['Asked by', approval.asked_by_name],
          ['Asked', formatMoment(approval.asked_at)],
          ['Can decide', approval.deciders],
          [
            'Refund',
            approval.refund_id ? (
              <Link key="refund" to={`/refunds/${approval.refund_id}`} className="font-semibold text-accent hover:underline">
                See how it goes back
              </Link>
            ) : null,
          ],
          ['Decided by', approval.decided_by_name],
          ['Decided', approval.decided_by_name && approval.decided_at ? formatMoment(approval.decided_at) : null],
        ]}
      />
      {approval.answer ? (
        <Consequence tone={approval.state === 'failed' ? 'refused' : 'plain'}>
          <p>{approval.answer}</p>
        </Consequence>
      ) : null}
      {approval.state === 'waiting' ? <p className="text-muted">{whatHappens(approval)}</p> : null}
      {approval.state === 'waiting' && (isOwn || approval.alone_from !== null) ? (
        <WaitsFor approval={approval} isOwn={isOwn} isAloneNow={isAloneNow} />
      ) : null}
      {approval.is_owed ? (
        <Consequence tone="waits">
          <p>
            The money is owed to {approval.student}.{' '}
            <Link to={`/offline-payments/${approval.offline_payment_id}`} className="inline-flex min-h-6 items-center underline">
              Record it when it is given back
            </Link>
          </p>
        </Consequence>
      ) : null}
      {mayApprove || mayDecline || (mayDo && isOwn) ? (
        <div className="flex flex-wrap gap-2 border-t border-line pt-4">
          {mayApprove ? (
            <Button
              variant="primary"
              aria-keyshortcuts="A"
              pending={running === 'approve' && 'Approving…'}
              onClick={() => run('approve')}
            >
              <Check aria-hidden="true" className="size-4" />
              Approve
              <Key>A</Key>
            </Button>
          ) : null}
          {mayDecline ? (
            <Button aria-keyshortcuts="D" onClick={() => setDeclining(true)}>
              <X aria-hidden="true" className="size-4" />
              Decline
              <Key>D</Key>
            </Button>
          ) : null}
          {mayDo && isOwn ? (
            <Button pending={running === 'withdraw' && 'Withdrawing…'} onClick={() => run('withdraw')}>
              Withdraw
            </Button>
          ) : null}
        </div>
      ) : null}
      <ReasonDialog
        open={declining}
        onClose={() => setDeclining(false)}
        title={`Decline the ${approvalKindNames[approval.kind].toLowerCase()} of ${formatPaise(approval.amount_paise)}`}
        description={
          approval.kind === 'offline_payment'
            ? `${approval.asked_by_name} gets a mail. The money is then owed to ${approval.student}, who gets a mail too.`
            : `${approval.asked_by_name} gets a mail. Nothing changes for ${approval.student}.`
        }
        label="Why"
        action="Decline"
        danger
        send={async (reason) => {
          const after = await call(declineAct, { ...target, body: { reason } })
          keep(after)
          notify(after.is_owed ? `It is declined. The money is owed to ${after.student}.` : 'It is declined.')
          await refresh()
        }}
      />
    </div>
  )
}

/** For whom it waits, where that is not the person who reads it: somebody else, or the end of 24 hours. */
function WaitsFor({ approval, isOwn, isAloneNow }: { approval: ApprovalRecord; isOwn: boolean; isAloneNow: boolean }) {
  const { alone_from: aloneFrom, asked_by_name: asker } = approval
  const who = isOwn ? 'You' : asker
  return (
    <Consequence tone="waits">
      <p>
        {aloneFrom === null
          ? 'You asked for this, so it waits for somebody else. Each of those who can decide has got a mail.'
          : isAloneNow
            ? `Nobody else could decide for 24 hours. ${who} may let it go through now.`
            : `Nobody else can decide now. ${who} may let it go through from ${formatMoment(aloneFrom)}.`}
      </p>
    </Consequence>
  )
}

function whatHappens({ kind, student, method, ends_access: endsAccess, course, for_part: part }: ApprovalRecord): string {
  if (kind === 'refund')
    return `When it is approved, the refund is made: online payments go back by themselves, others are paid back by staff${endsAccess ? ` and ${student} loses the place in ${course}` : `. ${student} keeps the place`}.`
  if (kind === 'hand_enrolment')
    return `When it is approved, ${student} is enrolled without a payment. No seat is held until then.`
  if (kind === 'scholarship')
    return `When it is approved, ${student} pays this price for ${course} and gets a mail. No seat is held until then.`
  if (kind === 'waiver')
    return `When it is approved, ${student} does not owe this part of the fee for ${course} any more. No money moves.`
  if (kind === 'payment_link')
    return `When it is approved, the link gives ${student} this price for ${course}. No seat is held until it is paid.`
  if (part !== null)
    return method === 'cheque'
      ? `When it is approved, the cheque goes to the bank. It pays ${part} of ${course} when it clears.`
      : `When it is approved, ${part} of ${course} is paid and ${student} gets the receipt.`
  return method === 'cheque'
    ? `When it is approved, the cheque goes to the bank. ${student} is enrolled when it clears. No seat is held until it is approved.`
    : `When it is approved, ${student} is enrolled and gets the receipt. No seat is held until then.`
}

function questionOf(approval: ApprovalRecord): { title: string; text: string; action: string } {
  const amount = formatPaise(approval.amount_paise)
  const { student, course } = approval
  if (approval.kind === 'refund') {
    return {
      title: `Approve the refund of ${amount} to ${student}?`,
      text: approval.ends_access ? `${student} loses the place in ${course}.` : `${student} keeps the place in ${course}.`,
      action: approval.ends_access ? 'Approve refund and end access' : 'Approve refund',
    }
  }
  if (approval.kind === 'hand_enrolment') {
    return {
      title: `Enrol ${student} without payment?`,
      text: `${student} gets a place in ${course}, whose list price is ${amount}.`,
      action: 'Enrol without payment',
    }
  }
  if (approval.kind === 'scholarship') {
    const price = approval.price_paise ?? 0
    return {
      title: `Grant ${student} this scholarship?`,
      text:
        price === 0
          ? `${student} is enrolled in ${course} without a payment.`
          : `${student} pays ${formatPaise(price)} for ${course}, ${amount} less than the list price.`,
      action: 'Grant scholarship',
    }
  }
  if (approval.kind === 'waiver') {
    return {
      title: `Forgive ${student} ${amount}?`,
      text: `This part of the fee for ${course} is not owed any more. No money moves.`,
      action: `Forgive ${amount}`,
    }
  }
  if (approval.kind === 'payment_link') {
    return {
      title: `Give ${student} this price?`,
      text: `${student} pays ${formatPaise(approval.price_paise ?? 0)} for ${course}, ${amount} less than others pay.`,
      action: 'Approve price',
    }
  }
  const isCheque = approval.method === 'cheque'
  if (approval.for_part !== null) {
    return {
      title: `Accept ${amount} of ${student}?`,
      text: `It pays ${approval.for_part} of ${course}${isCheque ? ' when the cheque clears' : `, and ${student} gets the receipt`}.`,
      action: `Accept ${amount}`,
    }
  }
  return {
    title: `Accept ${amount} of ${student}?`,
    text: isCheque
      ? 'The cheque is recorded and enrols when it clears.'
      : `${student} is enrolled in ${course} and gets the receipt.`,
    action: isCheque ? `Accept cheque of ${amount}` : `Accept ${amount} and enrol`,
  }
}

function doneText({ kind, amount_paise, student, is_enrolled, for_part: part, payment_id: paid }: ApprovalRecord): string {
  if (kind === 'waiver') return `${formatPaise(amount_paise)} of ${student} is forgiven.`
  if (kind === 'scholarship') return `The scholarship of ${student} is granted.`
  if (kind === 'payment_link') return `The link of ${student} is active.`
  if (kind === 'refund') return `The refund of ${formatPaise(amount_paise)} to ${student} is decided.`
  if (part !== null && paid !== null) return `${formatPaise(amount_paise)} of ${student} is received.`
  return is_enrolled ? `${student} is enrolled.` : 'The cheque is accepted.'
}
