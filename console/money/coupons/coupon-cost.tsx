import { useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import { listCourses } from '#contract/catalog/catalog.ts'
import { batches } from '#contract/classes/staff/batches.ts'
import type { coupons } from '#contract/money/staff/coupons.ts'
import { call } from '#console/kit/api/client.ts'
import { formatPaise } from '#console/kit/parts/money.ts'
import type { FormValues } from '#console/kit/resource/screen.ts'
import { costOfCoupon } from './cost-of-coupon.ts'

type Values = FormValues<typeof coupons>

/** What a coupon may cost the school, before it is saved. */
export function CouponCost() {
  const { control } = useFormContext<Values>()
  const [kind, value, courseIds, batchIds, limit, cap] = useWatch({
    control,
    name: ['kind', 'value', 'course_ids', 'batch_ids', 'limit', 'cost_cap_paise'],
  })
  const { data: courses } = useQuery({
    queryKey: ['published-courses', 'prices'],
    queryFn: () => call(listCourses),
    staleTime: 60_000,
  })
  const { data: chosen } = useQuery({
    queryKey: ['batches', 'courses-of', batchIds],
    queryFn: () => Promise.all(batchIds.map((id) => call(batches.endpoints.read, { params: { id } }))),
    enabled: batchIds.length > 0,
  })
  if (!courses || !Number.isSafeInteger(value) || value < 1) return null
  const scope = new Set([...courseIds, ...(chosen ?? []).map(({ course_id: course }) => course)])
  const prices = courses.filter(({ id }) => scope.size === 0 || scope.has(id)).map(({ amount }) => Math.round(amount * 100))
  const cost = costOfCoupon({ kind, value, prices, limit: limit ?? null, capPaise: cap ?? null })
  if (!cost) return null
  return (
    <section aria-labelledby="coupon-cost" className="rounded-md border border-line bg-surface p-4 lg:sticky lg:top-0">
      <h2 id="coupon-cost" className="text-sm font-semibold">
        What it may cost
      </h2>
      <p className="figures mt-2 text-xl font-bold">{cost.allPaise === null ? 'No limit' : formatPaise(cost.allPaise)}</p>
      <p className="mt-1 text-muted">
        {cost.allPaise === null
          ? 'Nothing limits how often it is used. Give a number of uses, or an amount that it costs at most.'
          : 'When it is used as often as it can be, for the dearest course.'}
      </p>
      <p className="mt-3">
        One use costs up to <span className="figures font-semibold">{formatPaise(cost.onePaise)}</span>: a course of{' '}
        {formatPaise(cost.dearestPaise)} is then sold for {formatPaise(cost.dearestPaise - cost.onePaise)}.
      </p>
    </section>
  )
}
