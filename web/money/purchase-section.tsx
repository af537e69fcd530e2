import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Purchase, PurchaseRequest } from '#contract/money/payments.ts'
import { LoadFailed } from '#web/lib/load-failed.tsx'
import { useSession } from '#web/lib/session.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { formatPlainDay, formatRupees } from '#ui/format.ts'
import { lazyDialog } from '#ui/lazy-part.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { OpenRequest } from './open-request.tsx'
import { Documents, PaymentNotes } from './payment-notes.tsx'
import { purchasesQuery } from './queries.ts'
import type { RequestDraft } from './request-dialog.tsx'

const RequestDialog = lazyDialog(() => import('./request-dialog.tsx'))

interface Props {
  courseId: number
  /** Limits the section to one batch; by default it shows the whole course. */
  batchId?: number
  className?: string
}

/**
 * The student's purchases of a course: amount, receipt, refunds and requests. Requires the private layout. Renders nothing
 * for an enrolment without a payment.
 */
export function PurchaseSection({ courseId, batchId, className = '' }: Props) {
  const { loading, user } = useSession()
  const { data, error, isFetching, refetch } = useQuery({
    ...purchasesQuery(user?.email, courseId),
    enabled: !loading && user !== null,
  })
  const shown = data?.filter((purchase) => batchId === undefined || purchase.batch_id === batchId)
  if (shown?.length === 0) return null
  return (
    <section aria-labelledby="purchase" className={className}>
      <h2 id="purchase" className="text-xl">
        Payment and receipt
      </h2>
      <div className="mt-4 space-y-4">
        {error && !shown ? (
          <LoadFailed title="Your payment could not be loaded." isFetching={isFetching} onRetry={() => void refetch()}>
            Your payment is safe. Only this part of the page is missing.
          </LoadFailed>
        ) : (
          (shown?.map((purchase) => <PurchaseCard key={purchase.enrolment_id} purchase={purchase} />) ?? (
            <Loading label="Loading your payment" className="h-56 rounded-lg border border-line bg-surface p-6 shadow-card">
              <Skeleton className="h-4 w-32" />
              <Skeleton className="mt-3 h-8 w-40" />
              <Skeleton className="mt-8 h-4 w-full max-w-96" />
              <Skeleton className="mt-6 h-11 w-44" />
            </Loading>
          ))
        )}
      </div>
    </section>
  )
}

function PurchaseCard({ purchase }: { purchase: Purchase }) {
  const [asking, setAsking] = useState<PurchaseRequest['kind'] | null>(null)
  const drafts: Record<PurchaseRequest['kind'], RequestDraft> = { refund: useRef(undefined), transfer: useRef(undefined) }
  const { payment, refundable, transfer_choices: choices, has_ended: hasEnded } = purchase
  const open = payment.request?.status === 'open' ? payment.request : null
  return (
    <div className="rounded-lg border border-line bg-surface shadow-card">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 p-6">
        <div>
          <p className="text-sm text-muted">Paid on {formatPlainDay(payment.payment_date)}</p>
          <p className="figures mt-1 text-2xl font-bold tracking-tight">{formatRupees(payment.amount)}</p>
          <p className="figures mt-1 text-xs wrap-anywhere text-muted">{payment.razorpay_payment_id}</p>
        </div>
        <Documents payment={payment} />
      </div>
      {payment.refunds.length > 0 || (payment.request && !open) ? (
        <div className="px-6 pb-5">
          <PaymentNotes payment={{ ...payment, request: open ? null : payment.request }} />
        </div>
      ) : null}
      <div className="rounded-b-lg border-t border-line bg-sunken px-6 py-5">
        {open ? (
          <OpenRequest request={open} />
        ) : hasEnded ? (
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <p className="text-sm text-muted">
              This batch has ended. A question about your payment? A person on our team answers.
            </p>
            <ButtonLink to="/contact">Contact us</ButtonLink>
          </div>
        ) : (
          <>
            <p className="text-sm text-muted">Need to change something? Ask us, and a person on our team will look at it.</p>
            <div className="mt-3 flex flex-wrap gap-3">
              {choices.length > 0 ? <Button onClick={() => setAsking('transfer')}>Move to another batch</Button> : null}
              {refundable >= 1 ? <Button onClick={() => setAsking('refund')}>Ask for a refund</Button> : null}
            </div>
            {choices.length === 0 ? (
              <p className="mt-3 text-xs text-muted">No other batch of this course can be chosen at the moment.</p>
            ) : null}
          </>
        )}
      </div>
      {asking ? <RequestDialog kind={asking} purchase={purchase} draft={drafts[asking]} onClose={() => setAsking(null)} /> : null}
    </div>
  )
}
