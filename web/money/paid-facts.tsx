import { formatRupees } from '#ui/format.ts'
import type { Enrolled } from './payment-state.ts'

/** What was paid: amount, course, payment id and order id. */
export function PaidFacts({ receipt }: { receipt: Enrolled }) {
  const rows = [
    ['Course', receipt.course_name],
    ['Payment ID', receipt.payment_id],
    ['Order ID', receipt.order_id],
  ] as const
  return (
    <dl className="divide-y divide-line px-6">
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
  )
}
