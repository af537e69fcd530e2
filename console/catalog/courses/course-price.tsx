import { amountToPay } from '#contract/catalog/discount.ts'
import { formatRupees } from '#ui/format.ts'

interface Priced {
  price: number
  discounts: readonly { value: string }[]
}

/** What a buyer pays: the amount, the list price struck through, and the first discount, as on the site. */
export function CoursePrice({ price, discounts }: Priced) {
  if (!Number.isFinite(price)) return <span className="text-muted">Give a list price to see what a buyer pays.</span>
  const [first] = discounts
  const typed = first?.value.trim() ? discounts : []
  const paise = amountToPay(Math.round(price * 100), typed)
  if (paise === null) {
    return <span className="font-medium text-bad">This discount can not be read, or leaves less than ₹1 to pay.</span>
  }
  const amount = paise / 100
  return (
    <span className="figures inline-flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
      <span className="text-xl font-bold">{formatRupees(amount)}</span>
      {first && amount < price ? (
        <>
          <span className="text-muted">
            <span className="sr-only">List price </span>
            <s>{formatRupees(price)}</s>
          </span>
          <span className="rounded-sm bg-signal-soft px-2 py-0.5 text-xs font-semibold text-signal">{first.value} Off</span>
        </>
      ) : null}
    </span>
  )
}
