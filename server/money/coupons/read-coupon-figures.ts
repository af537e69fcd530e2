import type { CouponFigures } from '#contract/money/staff/coupons.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { soldPaise } from './usable.ts'

const codeOfCoupon = statement<{ code: string }>('code_of_coupon', `select code from coupons where id = $1`)
const sums = `count(*)::int as uses, sum(${soldPaise})::bigint as sold_paise, sum(u.discount_paise)::bigint as given_paise`
// A use has the time of its payment until it is given back.
const spentUses = `from coupon_uses u join payment_orders o on o.id = u.order_id`
const monthsOfCoupon = statement<CouponFigures['months'][number]>(
  'months_of_coupon',
  `with used as (
     select date_trunc('month', u.changed_at at time zone 'Asia/Kolkata') as month, ${sums}
     ${spentUses} where u.coupon_id = $1 and u.state = 'spent' group by 1)
   select to_char(m, 'YYYY-MM') as month, coalesce(used.uses, 0) as uses, coalesce(used.sold_paise, 0)::bigint as sold_paise,
     coalesce(used.given_paise, 0)::bigint as given_paise
   from (select min(month) as first, max(month) as last from used) s
     cross join lateral generate_series(s.first, s.last, interval '1 month') m left join used on used.month = m
   order by m desc limit 240`,
)
const batchesOfCoupon = statement<CouponFigures['batches'][number]>(
  'batches_of_coupon',
  `select b.id as batch_id, c.title as course, ${isoInstant('b.starts_at')} as starts_at, f.uses, f.sold_paise, f.given_paise
   from (select o.batch_id, ${sums} ${spentUses} where u.coupon_id = $1 and u.state = 'spent' group by 1) f
     join batches b on b.id = f.batch_id join courses c on c.id = b.course_id
   order by f.sold_paise desc, b.id limit 1000`,
)

/**
 * Returns what paid uses of a coupon brought, by month of the payment and by batch. Together they are the sums of its record.
 * @throws HttpError 404
 */
export async function readCouponFigures(
  deps: Pick<Deps, 'db'>,
  _staff: Staff,
  { id }: { id: number },
): Promise<CouponFigures & { code: string }> {
  const coupon = await row(deps.db, codeOfCoupon, [id])
  if (!coupon) throw notFound()
  const [months, batches] = await Promise.all([rows(deps.db, monthsOfCoupon, [id]), rows(deps.db, batchesOfCoupon, [id])])
  return { ...coupon, months, batches }
}
