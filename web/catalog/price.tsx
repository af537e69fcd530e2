import type { ShownPrice } from '#web/lib/own-price/shown-price.ts'
import { formatRupees } from '#ui/format.ts'

interface Priced {
  price: number
  amount: number
  discounts: { value: string }[]
}

interface Props {
  course: Priced
  size?: 'md' | 'lg'
  /** The price with a coupon or of this student. It stands in the same line, so that nothing moves. */
  own?: ShownPrice | null
}

/** The amount to pay, the list price struck through, and the first discount, or in its place the coupon or what makes it cheaper for this student. */
export function Price({ course, size = 'md', own = null }: Props) {
  const [discount] = course.discounts
  const amount = own ? own.total_paise / 100 : course.amount
  const mark = own ? own.mark : discount ? `${discount.value} Off` : null
  return (
    <p className="figures flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
      <span className={`font-bold tracking-tight ${size === 'lg' ? 'text-2xl' : 'text-lg'}`}>{formatRupees(amount)}</span>
      {mark !== null && amount < course.price ? (
        <>
          <span className="text-sm text-muted">
            <span className="sr-only">List price </span>
            <s>{formatRupees(course.price)}</s>
          </span>
          <span className="max-w-32 truncate rounded-sm bg-signal-soft px-2 py-0.5 text-xs font-semibold text-signal">
            {own?.isCode ? <span className="sr-only">with code </span> : null}
            {mark}
          </span>
        </>
      ) : null}
    </p>
  )
}
