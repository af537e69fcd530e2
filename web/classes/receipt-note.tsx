import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Receipt } from '#contract/classes.ts'
import { formatPlainDay, formatRupees } from '../ui/format.ts'

/** The payment that bought this place; `children` are what can be done with it. */
export function ReceiptNote({ receipt, children }: { receipt: Receipt | null; children?: ReactNode }) {
  return (
    <section aria-labelledby="receipt" className="rounded-lg border border-line bg-surface p-6 shadow-card">
      <h2 id="receipt" className="text-xl">
        Receipt
      </h2>
      {receipt ? (
        <dl className="mt-4 divide-y divide-line border-y border-line text-sm">
          <Fact name="Number" value={receipt.number} />
          <Fact name="Date" value={formatPlainDay(receipt.issued_at)} />
          <Fact name="Amount" value={formatRupees(receipt.amount)} />
          <Fact name="Payment" value={receipt.razorpay_payment_id} />
        </dl>
      ) : (
        <p className="mt-3 text-sm text-muted">This place was given to you by the school, so there is nothing to pay for it.</p>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Link to="/my-payments" className="inline-flex min-h-11 items-center text-sm font-semibold text-accent hover:underline">
          All payments
        </Link>
        {children}
      </div>
    </section>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex justify-between gap-4 py-2.5">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="figures text-right font-medium wrap-anywhere">{value}</dd>
    </div>
  )
}
