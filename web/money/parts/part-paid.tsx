import { Check } from 'lucide-react'
import type { Ref } from 'react'
import { pathTo } from '#contract/pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { PaidFacts } from '../paid-facts.tsx'
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
  return (
    <div className="page max-w-2xl py-10 lg:py-16">
      <span aria-hidden="true" className="grid size-14 place-items-center rounded-full bg-good-soft text-good">
        <Check className="size-7" strokeWidth={2.5} />
      </span>
      <h1 ref={heading} tabIndex={-1} className="mt-5 text-3xl font-extrabold">
        Your payment is received
      </h1>
      <p className="mt-3 text-lg text-muted">The receipt is on its way to you by e-mail. It is also in your payment history.</p>
      <div className="mt-8 rounded-lg border border-line bg-surface shadow-card">
        <PaidFacts receipt={receipt} />
      </div>
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
