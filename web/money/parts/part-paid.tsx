import { Check } from 'lucide-react'
import type { Ref } from 'react'
import { pathTo } from '#contract/pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { formatRupees } from '#ui/format.ts'
import type { Enrolled } from '../payment-state.ts'

/** A part that is paid, with the way back to the room. */
export function PartPaid({
  receipt,
  batchId,
  heading,
}: {
  receipt: Enrolled
  batchId: string
  heading: Ref<HTMLHeadingElement>
}) {
  const rows = [
    ['Course', receipt.course_name],
    ['Payment ID', receipt.payment_id],
    ['Order ID', receipt.order_id],
  ] as const
  return (
    <div className="page max-w-2xl py-10 lg:py-16">
      <span aria-hidden="true" className="grid size-14 place-items-center rounded-full bg-good-soft text-good">
        <Check className="size-7" strokeWidth={2.5} />
      </span>
      <h1 ref={heading} tabIndex={-1} className="mt-5 text-3xl font-extrabold">
        Your payment is received
      </h1>
      <p className="mt-3 text-lg text-muted">The receipt is on its way to you by e-mail. Everything in your room is open.</p>
      <dl className="mt-8 divide-y divide-line rounded-lg border border-line bg-surface px-6 shadow-card">
        <div className="py-5">
          <dt className="text-sm text-muted">Amount paid</dt>
          <dd className="figures text-2xl font-bold tracking-tight">{formatRupees(receipt.amount)}</dd>
        </div>
        {rows.map(([name, value]) => (
          <div key={name} className="py-3.5">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="figures font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink variant="primary" size="lg" to={pathTo('room', receipt.course_id, { batch: batchId })} reloadDocument>
          Go to your room
        </ButtonLink>
        <ButtonLink size="lg" to={pathTo('my-payments')} reloadDocument>
          Payment history
        </ButtonLink>
      </div>
    </div>
  )
}
