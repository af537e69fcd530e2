import { useState } from 'react'
import { Link } from 'react-router'
import { shownAddresses } from '#contract/shown-addresses.ts'
import { approveTransfer, declineRequest, requests, type StaffRequest } from '#contract/money/staff/requests.ts'
import { formatPlainDay } from '#ui/format.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { ReasonDialog } from '#console/kit/fields/reason-dialog.tsx'
import { RefundDialog } from '#console/money/dialogs/refund-dialog.tsx'
import { Key } from '#console/kit/parts/badge.tsx'
import { Button } from '#ui/button.tsx'
import { confirm } from '#console/kit/parts/confirm.tsx'
import { Facts } from '#console/kit/parts/facts.tsx'
import { useKeys } from '#console/kit/parts/keys.ts'
import { formatPaise } from '#console/kit/parts/money.ts'
import { StudentLink } from '#console/kit/parts/student-link.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { notify, notifyFailure } from '#console/kit/parts/toasts.tsx'
import { useChanges } from '#console/kit/resource/calls.ts'

/** What a student asks for, what is known about it, and the decision. */
export function RequestPanel({ record: request }: { record: StaffRequest }) {
  const { may } = useAccess()
  return (
    <div className="grid gap-5">
      <div className="grid gap-1">
        <p className="text-lg font-semibold">{request.kind === 'refund' ? 'Wants the money back' : 'Wants another batch'}</p>
        <p className="rounded-md bg-sunken px-3.5 py-2.5 break-words whitespace-pre-line">{request.reason}</p>
      </div>
      <Facts
        facts={[
          ['Student', <StudentLink key="student" id={request.student_id} name={request.student} />],
          [
            'E-mail',
            <span key="email" className="wrap-anywhere">
              {shownAddresses(request.email)}
            </span>,
          ],
          ['Course', request.course],
          ['Batch', <Batch key="from" id={request.batch_id} startsAt={request.batch_starts_at} />],
          [
            'To batch',
            request.to_batch_id !== null && request.to_batch_starts_at ? (
              <Batch key="to" id={request.to_batch_id} startsAt={request.to_batch_starts_at} />
            ) : null,
          ],
          [
            'Seats there',
            request.to_batch_id === null
              ? null
              : request.to_batch_seats === null
                ? 'Unlimited, or begun'
                : `${request.to_batch_seats} free`,
          ],
          ['Classes held', `${request.classes_held} of ${request.classes_total} since the enrolment`],
          ['Paid', request.amount_paise === null ? 'Nothing' : formatPaise(request.amount_paise)],
          ['Refundable', request.refundable_paise === null ? null : formatPaise(request.refundable_paise)],
          ['Asked', formatMoment(request.created_at)],
          ['Decided', request.decided_at ? formatMoment(request.decided_at) : null],
          ['By', request.decided_by],
          ['Answer', request.answer],
        ]}
      />
      {request.status === 'open' && may('requests:write') ? <Decide request={request} /> : null}
    </div>
  )
}

function Batch({ id, startsAt }: { id: number; startsAt: string }) {
  const { may } = useAccess()
  const text = `Batch ${id} from ${formatPlainDay(startsAt)}`
  return may('batches:read') ? (
    <Link to={`/batches/${id}`} className="inline-flex min-h-6 items-center text-accent hover:underline">
      {text}
    </Link>
  ) : (
    text
  )
}

function Decide({ request }: { request: StaffRequest }) {
  const { keep, forget } = useChanges(requests)
  const [declining, setDeclining] = useState(false)
  const [running, setRunning] = useState(false)
  const [refunding, setRefunding] = useState(false)
  const { may } = useAccess()
  const mayRefund = request.kind === 'refund' && request.payment_id !== null && may('payments:write')
  const target =
    request.to_batch_id !== null && request.to_batch_starts_at !== null
      ? `batch ${request.to_batch_id} from ${formatPlainDay(request.to_batch_starts_at)}`
      : 'another batch'
  const approve = async () => {
    const yes = await confirm({
      title: `Move ${request.student}?`,
      text: `${request.student} moves from batch ${request.batch_id} to ${target}, and is mailed about it. No money moves.`,
      action: 'Move',
    })
    if (!yes) return
    setRunning(true)
    try {
      keep(await call(approveTransfer, { params: { id: request.id } }))
      notify(`${request.student} has moved to ${target}.`)
    } catch (error) {
      notifyFailure(error)
      await forget()
    } finally {
      setRunning(false)
    }
  }
  useKeys({
    d: () => setDeclining(true),
    ...(request.kind === 'transfer' ? { a: () => void approve() } : mayRefund ? { a: () => setRefunding(true) } : {}),
  })
  return (
    <div className="flex flex-wrap gap-2">
      {request.kind === 'transfer' ? (
        <Button variant="primary" pending={running && 'Move'} onClick={() => approve()} aria-keyshortcuts="A">
          Move to the other batch
          <Key>A</Key>
        </Button>
      ) : null}
      {mayRefund ? (
        <Button variant="primary" onClick={() => setRefunding(true)} aria-keyshortcuts="A">
          Refund
          <Key>A</Key>
        </Button>
      ) : null}
      <Button onClick={() => setDeclining(true)} aria-keyshortcuts="D">
        Decline
        <Key>D</Key>
      </Button>
      {refunding && request.payment_id !== null ? (
        <RefundDialog paymentId={request.payment_id} onClose={() => setRefunding(false)} />
      ) : null}
      <ReasonDialog
        open={declining}
        onClose={() => setDeclining(false)}
        title={`Decline the request of ${request.student}?`}
        description="The student is mailed your reason and keeps the enrolment."
        label="Reason"
        action="Decline"
        send={async (reason) => {
          keep(await call(declineRequest, { params: { id: request.id }, body: { reason } }))
          notify(`The request of ${request.student} is declined.`)
        }}
      />
    </div>
  )
}
