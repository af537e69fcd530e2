import type { PaymentChoice } from '#contract/money/choice.ts'
import { formatRupees } from '#ui/format.ts'

interface Priced {
  price: number
  amount: number
  discounts: { value: string }[]
}

interface Props {
  course: Priced
  size?: 'md' | 'lg'
  /** The price with a coupon. It stands in the same line, so that nothing moves. */
  coupon?: PaymentChoice | null
}

/** The amount to pay, the list price struck through, and the first discount, or the coupon in its place. */
export function Price({ course, size = 'md', coupon = null }: Props) {
  const [discount] = course.discounts
  const amount = coupon?.coupon ? coupon.total_paise / 100 : course.amount
  const mark = coupon?.coupon ? coupon.coupon : discount ? `${discount.value} Off` : null
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
            {coupon?.coupon ? <span className="sr-only">with code </span> : null}
            {mark}
          </span>
        </>
      ) : null}
    </p>
  )
}
