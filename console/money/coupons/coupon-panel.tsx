import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { pathTo } from '#contract/pages.ts'
import {
  type CouponRecord,
  couponStateNames,
  type CouponUse,
  couponUses,
  couponUseStateNames,
} from '#contract/money/staff/coupons.ts'
import { Button } from '#ui/button.tsx'
import { formatPlainDay } from '#ui/format.ts'
import { call } from '#console/kit/api/client.ts'
import { errorText } from '#console/kit/api/error-text.ts'
import { PaymentLink } from '#console/money/dialogs/payment-link.tsx'
import { Badge } from '#console/kit/parts/badge.tsx'
import { Facts } from '#console/kit/parts/facts.tsx'
import { formatPaise } from '#console/kit/parts/money.ts'
import { SkeletonLines } from '#console/kit/parts/states.tsx'
import { StudentLink } from '#console/kit/parts/student-link.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { notify, notifyFailure } from '#console/kit/parts/toasts.tsx'
import { CouponFigures } from './coupon-figures.tsx'
import { discountText } from './discount-text.ts'

const tones = { reserved: 'ahead', spent: 'good', released: 'neutral', returned: 'signal' } as const
/** The newest uses that the panel shows. */
const shownUses = 20

/** A coupon: what it gives, what it brought, and who used it. */
export function CouponPanel({ record: coupon }: { record: CouponRecord }) {
  const { course_ids: courses, batch_ids: batches, limit } = coupon
  const path = courses.length === 1 && courses[0] !== undefined ? pathTo('course', courses[0]) : pathTo('courses')
  const link = `${location.origin}${path}?coupon=${coupon.code}`
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => notify('The link is copied.'),
      () => notifyFailure('The link could not be copied. Please select it instead.'),
    )
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <Badge tone={coupon.state === 'active' ? 'good' : 'neutral'}>{couponStateNames[coupon.state]}</Badge>
        <span className="text-lg font-semibold">{discountText(coupon)}</span>
      </div>
      <Facts
        facts={[
          ['Used', `${coupon.uses}${limit === null ? '' : ` of ${limit}`}`],
          ['On hold', coupon.reserved === 0 ? null : String(coupon.reserved)],
          ['Given', formatPaise(coupon.given_paise)],
          ['Sold', formatPaise(coupon.sold_paise)],
          ['Cost at most', coupon.cost_cap_paise === null ? null : formatPaise(coupon.cost_cap_paise)],
          ['For', scopeText(courses.length, batches.length)],
          [
            'Student',
            coupon.student_id === null ? null : (
              <StudentLink key="student" id={coupon.student_id} name={coupon.student ?? 'Student'} />
            ),
          ],
          ['First day', coupon.valid_from === null ? null : formatPlainDay(coupon.valid_from)],
          ['Last day', coupon.valid_until === null ? null : formatPlainDay(coupon.valid_until)],
          ['One person', coupon.limit_per_person === null ? null : `${coupon.limit_per_person} at most`],
          ['Purchase', coupon.first_purchase ? 'The first one alone' : null],
          ['Least price', coupon.minimum_paise === null ? null : formatPaise(coupon.minimum_paise)],
          ['Discounts', coupon.stacks ? 'Adds to the discount of a course' : 'Takes the place of the discount of a course'],
        ]}
      />
      <div className="grid gap-2">
        <p className="text-sm font-semibold">Link to share</p>
        <div className="flex items-center gap-2">
          <code className="min-w-0 flex-1 rounded-sm bg-sunken px-2 py-1.5 text-sm break-all">{link}</code>
          <Button onClick={() => void copy()}>
            <Copy aria-hidden="true" className="size-4" />
            Copy
          </Button>
        </div>
      </div>
      <CouponFigures coupon={coupon} />
      <Uses couponId={coupon.id} count={coupon.uses + coupon.reserved} />
    </div>
  )
}

function scopeText(courses: number, batches: number): string {
  const parts = [count(courses, 'course', 'courses'), count(batches, 'batch', 'batches')].filter(Boolean)
  return parts.length === 0 ? 'Every course' : parts.join(' and ')
}

const count = (of: number, one: string, many: string) => (of === 0 ? '' : `${of} ${of === 1 ? one : many}`)

function Uses({ couponId, count: used }: { couponId: number; count: number }) {
  const { data, error } = useQuery({
    // A sale since the last look changes the count.
    queryKey: ['coupon-uses', couponId, used],
    queryFn: () => call(couponUses.endpoints.list, { query: { coupon: String(couponId), limit: String(shownUses) } }),
  })
  return (
    <section aria-labelledby="coupon-uses">
      <h3 id="coupon-uses" className="mb-2 text-sm font-semibold">
        Who used it
      </h3>
      {data ? <UseList uses={data.items} total={data.total} /> : error ? <p>{errorText(error)}</p> : <SkeletonLines lines={3} />}
    </section>
  )
}

function UseList({ uses, total }: { uses: CouponUse[]; total: number }) {
  if (uses.length === 0) return <p className="text-muted">Nobody has used it yet.</p>
  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {uses.map((use) => (
          <li key={use.id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 py-2">
            <StudentLink id={use.student_id} name={use.student} />
            <Badge tone={tones[use.state]}>{couponUseStateNames[use.state]}</Badge>
            <span className="text-sm text-muted">
              {use.course}, {formatMoment(use.changed_at)}
            </span>
            <span className="figures text-right text-sm">
              {use.payment_id === null ? (
                formatPaise(use.amount_paise)
              ) : (
                <PaymentLink id={use.payment_id} name={formatPaise(use.amount_paise)} />
              )}
            </span>
          </li>
        ))}
      </ul>
      {total > uses.length ? (
        <p className="mt-2 text-sm text-muted">
          The newest {uses.length} of {total}.
        </p>
      ) : null}
    </>
  )
}
