import { useRootData } from '#web/lib/root-data.ts'
import type { PaymentChoice } from '#contract/money/choice.ts'
import { PriceSteps } from '#web/lib/coupon/price-steps.tsx'
import { formatRupees } from '#ui/format.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Choice } from './queries.ts'

interface Props {
  choice: Choice | null | undefined
  /** The amount of the started payment. It takes precedence over the catalogue's. */
  started?: number | undefined
  label: string
  /** The price as the student has chosen it, with a coupon or a scholarship. */
  chosen?: PaymentChoice | null | undefined
}

/** The price as arithmetic: list price, discount, amount. */
export function PriceLines({ choice, started, label, chosen }: Props) {
  const gstin = useRootData()?.site.gstin
  const amount = started ?? (chosen ? chosen.today_paise / 100 : choice?.course.amount)
  const isFollowed = chosen?.today_paise === Math.round((amount ?? 0) * 100)
  const isInParts = isFollowed && chosen.plan !== 'full'
  const isOwn = isInParts || chosen?.lines.some(({ kind }) => kind === 'coupon' || kind === 'scholarship' || kind === 'link')
  const steps = isOwn && isFollowed ? chosen.lines : null
  const course = choice && amount === choice.course.amount && amount < choice.course.price ? choice.course : undefined
  return (
    <dl className="figures">
      {steps ? <PriceSteps lines={steps} /> : null}
      {isInParts ? <Line name="Total fee" value={formatRupees(chosen.total_paise / 100)} /> : null}
      {course ? (
        <>
          <Line name="List price" value={formatRupees(course.price)} />
          <Line
            name={course.discounts[0] ? `${course.discounts[0].value} Off` : 'Discount'}
            value={`− ${formatRupees(course.price - course.amount)}`}
          />
        </>
      ) : null}
      <div
        className={`flex flex-wrap items-baseline justify-between gap-x-6 ${course || steps ? 'mt-2 border-t border-line pt-3' : ''}`}
      >
        <dt className="font-semibold">
          {isInParts ? `Part 1 of ${chosen.parts.length}, today` : label}
          {gstin ? <span className="block text-sm font-normal text-muted">Taxes included</span> : null}
        </dt>
        <dd className="ml-auto text-2xl font-bold tracking-tight">
          {amount === undefined ? <Skeleton className="h-8 w-28" /> : formatRupees(amount)}
        </dd>
      </div>
    </dl>
  )
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 py-0.5 text-sm text-muted">
      <dt>{name}</dt>
      <dd className="ml-auto">{value}</dd>
    </div>
  )
}
