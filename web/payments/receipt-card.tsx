import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { formatRupees } from '#ui/format.ts'
import type { Enrolled } from './payment-state.ts'

/** The receipt: course, payment id, order id, amount, and a link to the courses. */
interface Props {
  receipt: Enrolled
  email: string | undefined
}

export function ReceiptCard({ receipt, email }: Props) {
  const [going, setGoing] = useState(false)
  const rows = [
    ['Course', receipt.course_name],
    ['Payment ID', receipt.payment_id],
    ['Order ID', receipt.order_id],
  ] as const
  return (
    <section aria-labelledby="receipt" className="rounded-lg border border-line bg-surface shadow-card">
      <h2 id="receipt" className="sr-only">
        Payment details
      </h2>
      <dl className="divide-y divide-line px-6 sm:px-8">
        {rows.map(([name, value]) => (
          <div key={name} className="grid gap-x-4 gap-y-1 py-4 sm:grid-cols-[9rem_1fr]">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="figures font-semibold wrap-anywhere sm:text-right">{value}</dd>
          </div>
        ))}
        <div className="grid items-baseline gap-x-4 gap-y-1 py-5 sm:grid-cols-[9rem_1fr]">
          <dt className="text-sm text-muted">Amount paid</dt>
          <dd className="figures text-2xl font-bold tracking-tight sm:text-right">{formatRupees(receipt.amount)}</dd>
        </div>
      </dl>
      <div className="border-t border-line bg-sunken p-6 sm:px-8">
        {email ? (
          <p className="mb-4 text-sm">
            A receipt is on its way to <strong className="wrap-anywhere">{email}</strong>.
          </p>
        ) : null}
        <Button
          size="lg"
          className="w-full"
          pending={going && 'Opening My Courses…'}
          onClick={() => {
            setGoing(true)
            // A full load refetches the courses and leaves this page's content security policy.
            location.assign('/enrolled-courses')
          }}
        >
          My Courses
        </Button>
      </div>
    </section>
  )
}
