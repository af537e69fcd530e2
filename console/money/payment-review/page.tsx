import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { shownAddresses } from '#contract/shown-addresses.ts'
import { listFailures, retryJob, retryMail, type StuckJob, type StuckMail } from '#contract/messaging/staff/failures.ts'
import {
  closeReview,
  confirmPayment,
  dismissFromReview,
  endPaymentAccess,
  readReview,
  retryEvent,
  type Review,
  type ReviewedPayment,
} from '#contract/money/staff/review.ts'
import { formatPlainDay } from '#ui/format.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { ReasonDialog } from '#console/kit/fields/reason-dialog.tsx'
import { Badge } from '#console/kit/parts/badge.tsx'
import { Button } from '#ui/button.tsx'
import { confirm } from '#console/kit/parts/confirm.tsx'
import { MailProblem } from '#console/kit/parts/mail-problem.tsx'
import { formatPaise } from '#console/kit/parts/money.ts'
import { PageHead } from '#console/kit/parts/page-head.tsx'
import { SkeletonLines, Empty, Failed } from '#console/kit/parts/states.tsx'
import { StudentLink } from '#console/kit/parts/student-link.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { notify, notifyFailure } from '#console/kit/parts/toasts.tsx'
import { useTitle } from '#console/kit/parts/use-title.ts'
import { LedgerCard } from './ledger-card.tsx'

export const reviewKey = ['review'] as const

/** Everything about money that a person has to decide, what keeps failing, and the ledger. */
export function Page() {
  useTitle('Review')
  const review = useQuery({ queryKey: reviewKey, queryFn: () => call(readReview) })
  const failures = useQuery({ queryKey: [...reviewKey, 'failures'], queryFn: () => call(listFailures) })
  const error = review.error ?? failures.error
  const count =
    review.data && failures.data
      ? [...Object.values(review.data), ...Object.values(failures.data)].reduce((sum, list) => sum + list.length, 0)
      : undefined
  return (
    <div className="h-full overflow-auto">
      <PageHead title="Review" count={count} />
      <div className="mx-auto grid max-w-4xl gap-8 px-4 pb-12 sm:px-6">
        <LedgerCard />
        {error ? (
          <Failed
            error={error}
            onRetry={() => {
              void review.refetch()
              void failures.refetch()
            }}
          />
        ) : !review.data || !failures.data ? (
          <SkeletonLines lines={5} />
        ) : count === 0 ? (
          <Empty
            title="Nothing to review"
            text="A payment that does not match its order, a refund that failed, a dispute, and events, mails or jobs that keep failing appear here, each with what to do."
          >
            <OtherLists />
          </Empty>
        ) : (
          <>
            <Payments items={review.data.payments} />
            <Disputes items={review.data.disputes} />
            <LateRefunds items={review.data.late_refunds} />
            <Unmatched items={review.data.unmatched} />
            <Events items={review.data.events} />
            <Mails items={failures.data.mails} />
            <Jobs items={failures.data.jobs} />
          </>
        )}
      </div>
    </div>
  )
}

/** Other lists with something to decide. */
function OtherLists() {
  const { may } = useAccess()
  const linkClass = 'inline-flex min-h-6 items-center text-accent hover:underline'
  return (
    <p className="flex flex-wrap justify-center gap-x-5 gap-y-1">
      <Link to="/refunds?to_pay_back=true&sort=created_at" className={linkClass}>
        Refunds to pay by hand
      </Link>
      {may('approvals:read') ? (
        <Link to="/approvals?waits_for=me&sort=asked_at" className={linkClass}>
          Approvals to decide
        </Link>
      ) : null}
    </p>
  )
}

/** Runs an act and reads the page anew. */
function useAct() {
  const client = useQueryClient()
  const [running, setRunning] = useState<string | null>(null)
  const refresh = () => client.invalidateQueries({ queryKey: reviewKey })
  return {
    running,
    refresh,
    async run(key: string, act: () => Promise<{ message: string }>) {
      setRunning(key)
      try {
        notify((await act()).message)
      } catch (error) {
        notifyFailure(error)
      } finally {
        setRunning(null)
        await refresh()
      }
    },
  }
}

function Group({ title, text, count, children }: { title: string; text: string; count: number; children: ReactNode }) {
  if (count === 0) return null
  return (
    <section aria-label={title} className="grid gap-3">
      <div>
        <h2 className="text-base">
          {title} <span className="figures ml-1 font-normal text-muted">{count}</span>
        </h2>
        <p className="text-muted">{text}</p>
      </div>
      <ul className="divide-y divide-line border-y border-line">{children}</ul>
    </section>
  )
}

interface ItemProps {
  title: ReactNode
  amount?: number
  facts: ReactNode
  detail?: ReactNode
  children?: ReactNode
}

function Item({ title, amount, facts, detail, children }: ItemProps) {
  return (
    <li className="grid gap-x-4 gap-y-2 py-3 sm:grid-cols-[1fr_auto] sm:items-center">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="min-w-0 break-words">{title}</span>
          {amount === undefined ? null : <span className="figures font-semibold">{formatPaise(amount)}</span>}
        </p>
        <p className="text-muted">{facts}</p>
        {detail ? <p className="text-sm break-words text-bad">{detail}</p> : null}
      </div>
      <div className="flex flex-wrap gap-2 sm:justify-end">{children}</div>
    </li>
  )
}

const reasonTexts: Record<ReviewedPayment['reason'], (payment: ReviewedPayment) => string> = {
  amount_differs: ({ amount_paise, order_paise }) =>
    `${formatPaise(amount_paise)} came for an order of ${formatPaise(order_paise)}. Refund it.`,
  not_confirmed: () => 'The provider does not confirm this payment. Ask again, or end the access.',
  refund_failed: () => 'A refund failed. Refund again, or pay the money back by other means and close this.',
  refund_missing: () => 'The money is owed and no refund is on its way. Refund it.',
}

function Payments({ items }: { items: Review['payments'] }) {
  const { may } = useAccess()
  const { running, run, refresh } = useAct()
  const [closing, setClosing] = useState<ReviewedPayment | null>(null)
  const end = async ({ id, student, course }: ReviewedPayment) => {
    const yes = await confirm({
      title: `End the access of ${student}?`,
      text: `${student} can no longer open ${course}, and the seat becomes free. No money moves.`,
      action: 'End access',
      danger: true,
    })
    if (yes) await run(`end${id}`, () => call(endPaymentAccess, { params: { id } }))
  }
  return (
    <Group title="Payments" text="Money that was taken and is not where it belongs." count={items.length}>
      {items.map((payment) => (
        <Item
          key={payment.id}
          title={
            <>
              <StudentLink id={payment.student_id} name={payment.student} />, {payment.course}
            </>
          }
          amount={payment.amount_paise}
          facts={reasonTexts[payment.reason](payment)}
          detail={payment.detail}
        >
          <Link
            to={`/payments/${payment.id}`}
            className="inline-flex h-8 items-center font-semibold text-accent hover:underline touch:h-11"
          >
            Open the payment
          </Link>
          {!may('payments:write') ? null : (
            <>
              {payment.reason === 'not_confirmed' && payment.has_access ? (
                <>
                  <Button
                    pending={running === `ask${payment.id}` && 'Ask again'}
                    onClick={() => run(`ask${payment.id}`, () => call(confirmPayment, { params: { id: payment.id } }))}
                  >
                    Ask again
                  </Button>
                  <Button pending={running === `end${payment.id}` && 'End access'} onClick={() => end(payment)}>
                    End access
                  </Button>
                </>
              ) : null}
              <Button onClick={() => setClosing(payment)}>Close</Button>
            </>
          )}
        </Item>
      ))}
      <ReasonDialog
        open={closing !== null}
        onClose={() => setClosing(null)}
        title="Take this payment off the list?"
        description="For a payment that was settled by other means, such as a bank transfer back. Its state stays as it is."
        label="How it was settled"
        action="Take off the list"
        send={async (reason) => {
          if (closing) notify((await call(closeReview, { params: { id: closing.id }, body: { reason } })).message)
          await refresh()
        }}
      />
    </Group>
  )
}

function Disputes({ items }: { items: Review['disputes'] }) {
  return (
    <Group title="Disputes" text="A bank asks for the money back. Answer in the provider’s dashboard." count={items.length}>
      {items.map((dispute) => (
        <Item
          key={dispute.id}
          title={dispute.student}
          amount={dispute.amount_paise}
          facts={
            dispute.respond_by ? (
              <Badge tone="signal">Answer before the end of {formatPlainDay(dispute.respond_by)}</Badge>
            ) : (
              dispute.status.replaceAll('_', ' ')
            )
          }
        >
          <Link
            to={`/disputes/${dispute.id}`}
            className="inline-flex h-8 items-center font-semibold text-accent hover:underline touch:h-11"
          >
            Open the dispute
          </Link>
        </Item>
      ))}
    </Group>
  )
}

function LateRefunds({ items }: { items: Review['late_refunds'] }) {
  return (
    <Group title="Late refunds" text="Refunds that are not settled after seven days." count={items.length}>
      {items.map((refund) => (
        <Item
          key={refund.id}
          title={refund.student}
          amount={refund.amount_paise}
          facts={`Asked for on ${formatPlainDay(refund.created_at)}, ${refund.status}`}
          detail={refund.detail}
        >
          <Link
            to={`/payments/${refund.payment}`}
            className="inline-flex h-8 items-center font-semibold text-accent hover:underline touch:h-11"
          >
            Open the payment
          </Link>
        </Item>
      ))}
    </Group>
  )
}

/** Takes something off the list with a reason. */
function Dismiss({ id, what }: { id: string; what: string }) {
  const [open, setOpen] = useState(false)
  const { refresh } = useAct()
  return (
    <>
      <Button onClick={() => setOpen(true)}>Dismiss</Button>
      <ReasonDialog
        open={open}
        onClose={() => setOpen(false)}
        title={`Take this ${what} off the list?`}
        description="It stays stored with your reason, and the data of the payer is erased."
        label="Reason"
        action="Dismiss"
        send={async (reason) => {
          notify((await call(dismissFromReview, { body: { id, reason } })).message)
          await refresh()
        }}
      />
    </>
  )
}

function Unmatched({ items }: { items: Review['unmatched'] }) {
  const { may } = useAccess()
  return (
    <Group
      title="Payments without an order"
      text="Money with a receipt of this school that no order matches, as after a restore. Reach the payer, or refund it in the provider’s dashboard."
      count={items.length}
    >
      {items.map((payment) => (
        <Item
          key={payment.payment_id}
          title={(payment.email && shownAddresses(payment.email)) ?? payment.phone ?? 'A payer without an address'}
          amount={payment.amount_paise - payment.refunded_paise}
          facts={[
            payment.refunded_paise > 0
              ? `${formatPaise(payment.refunded_paise)} of ${formatPaise(payment.amount_paise)} refunded`
              : null,
            payment.phone,
            payment.payment_id,
            payment.paid_at ? formatMoment(payment.paid_at) : null,
            payment.age_days > 0 ? `${payment.age_days} ${payment.age_days === 1 ? 'day' : 'days'} old` : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        >
          {may('payments:write') ? <Dismiss id={payment.payment_id} what="payment" /> : null}
        </Item>
      ))}
    </Group>
  )
}

function Events({ items }: { items: Review['events'] }) {
  const { may } = useAccess()
  const { running, run } = useAct()
  return (
    <Group title="Events" text="Reports of the provider that could not be worked on." count={items.length}>
      {items.map((event) => (
        <Item
          key={event.event_id}
          title={event.event_type}
          facts={[formatMoment(event.received_at), event.payment_id].filter(Boolean).join(' · ')}
          detail={event.detail}
        >
          {may('payments:write') ? (
            <>
              <Button
                pending={running === event.event_id && 'Try again'}
                onClick={() => run(event.event_id, () => call(retryEvent, { body: { event_id: event.event_id } }))}
              >
                Try again
              </Button>
              <Dismiss id={event.event_id} what="event" />
            </>
          ) : null}
        </Item>
      ))}
    </Group>
  )
}

function Mails({ items }: { items: readonly StuckMail[] }) {
  const { may } = useAccess()
  const { running, run } = useAct()
  return (
    <Group
      title="Mails"
      text="Mails that the mail server has refused several times, and those of the last days that expired before they could be sent."
      count={items.length}
    >
      {items.map((mail) => (
        <Item
          key={mail.id}
          title={`${mail.template.replaceAll('-', ' ')} to ${mail.to ?? 'the school'}`}
          facts={`${formatMoment(mail.created_at)} · ${mail.attempts} tries${mail.is_expired ? ', expired' : mail.is_given_up ? ', not tried any more' : ''}`}
          detail={mail.detail === null ? null : <MailProblem reply={mail.detail} />}
        >
          {may('failures:write') && !mail.is_expired ? (
            <Button
              pending={running === `mail${mail.id}` && 'Try again'}
              onClick={() => run(`mail${mail.id}`, () => call(retryMail, { params: { id: mail.id } }))}
            >
              Try again
            </Button>
          ) : null}
        </Item>
      ))}
    </Group>
  )
}

const jobNames: Readonly<Record<string, string>> = {
  'send-refund': 'Sending a refund',
  'cancel-batch': 'Cancelling a batch',
  'reconcile-ledger': 'Comparing with the provider',
  'read-settlements': 'Reading settlements',
}

function Jobs({ items }: { items: readonly StuckJob[] }) {
  const { may } = useAccess()
  const { running, run } = useAct()
  return (
    <Group title="Jobs" text="Work in the background that keeps failing." count={items.length}>
      {items.map((job) => (
        <Item
          key={job.id}
          title={jobNames[job.name] ?? job.name}
          facts={`${job.attempts} tries${job.next_at ? `, again at ${formatMoment(job.next_at)}` : ', not tried any more'}`}
          detail={job.detail}
        >
          {may('failures:write') ? (
            <Button
              pending={running === job.id && 'Try again'}
              onClick={() => run(job.id, () => call(retryJob, { body: { id: job.id } }))}
            >
              Try again
            </Button>
          ) : null}
        </Item>
      ))}
    </Group>
  )
}
