import type { PastPayment } from '#contract/money/payments.ts'
import { formatPlainDay, formatRupees } from '#ui/format.ts'

/** What another system took before the school came here. Nothing without any. */
export function PastPayments({ payments }: { payments: readonly PastPayment[] }) {
  if (payments.length === 0) return null
  return (
    <section aria-labelledby="past-payments" className="max-w-2xl">
      <h2 id="past-payments" className="text-xl">
        Paid before
      </h2>
      <p className="mt-2 text-muted">These were paid elsewhere, before we came here. Their receipts are those of that time.</p>
      <ul className="mt-5 divide-y divide-line border-y border-line">
        {payments.map(({ id, source, amount_paise: paise, paid_on: day, reference, method, course }) => (
          <li key={id} className="flex items-baseline justify-between gap-6 py-4">
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere">{course || `Paid before at ${source}`}</p>
              <p className="mt-1 text-sm wrap-anywhere text-muted">
                {[
                  course === '' ? '' : `Paid before at ${source}`,
                  formatPlainDay(day),
                  method,
                  reference === '' ? '' : `reference ${reference}`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <p className="figures shrink-0 font-semibold">{formatRupees(paise / 100)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
