import type { PriceLine } from '#contract/money/price.ts'
import { formatRupees } from '#ui/format.ts'

/** The way from the list price to what is paid, without the total. */
export function PriceSteps({ lines }: { lines: readonly PriceLine[] }) {
  return lines
    .filter(({ kind }) => kind !== 'total')
    .map(({ kind, label, paise }) => (
      <div key={kind} className="flex flex-wrap justify-between gap-x-6 py-0.5 text-sm text-muted">
        <dt>{label}</dt>
        <dd className={`ml-auto ${kind === 'coupon' ? 'font-semibold text-good' : ''}`}>
          {paise < 0 ? `− ${formatRupees(-paise / 100)}` : formatRupees(paise / 100)}
        </dd>
      </div>
    ))
}
