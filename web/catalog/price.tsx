import { formatRupees } from '#ui/format.ts'

interface Priced {
  price: number
  amount: number
  discounts: { value: string }[]
}

/** The amount to pay, the list price struck through, and the first discount. */
export function Price({ course, size = 'md' }: { course: Priced; size?: 'md' | 'lg' }) {
  const [discount] = course.discounts
  return (
    <p className="figures flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
      <span className={`font-bold tracking-tight ${size === 'lg' ? 'text-2xl' : 'text-lg'}`}>{formatRupees(course.amount)}</span>
      {discount && course.amount < course.price ? (
        <>
          <span className="text-sm text-muted">
            <span className="sr-only">List price </span>
            <s>{formatRupees(course.price)}</s>
          </span>
          <span className="rounded-sm bg-signal-soft px-2 py-0.5 text-xs font-semibold text-signal">{discount.value} Off</span>
        </>
      ) : null}
    </p>
  )
}
