import type { CouponTerms } from '#server/money/price/price-of-sale.ts'
import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import { holdLives, isUsable } from './usable.ts'

export interface UsableCoupon extends CouponTerms {
  id: number
  /** Paise that it may still cost; null without a cap. */
  cost_left_paise: number | null
}

// An order of the same student for the same batch has what it reserved. A hold that lapsed has nothing.
const findUsableCoupon = statement<UsableCoupon>(
  'find_usable_coupon',
  `with held as (
     select u.coupon_id, o.user_id, u.discount_paise from coupon_uses u join payment_orders o on o.id = u.order_id
     where u.coupon_id = (select id from coupons where code = $1) and u.state = 'reserved' and ${holdLives}
       and not (o.user_id = $2 and o.batch_id = $3)
   )
   select c.id, c.code, c.kind, c.value, c.stacks,
     c.cost_cap_paise - t.given_paise - (select coalesce(sum(discount_paise), 0)::bigint from held) as cost_left_paise
   from coupons c join coupon_tallies t on t.coupon_id = c.id, batches b join courses k on k.id = b.course_id
   where c.code = $1 and b.id = $3 and ${isUsable('$2')}
     and coalesce(t.uses + (select count(*) from held) < c.use_limit, true)
     and coalesce((select count(*) from held where user_id = $2)
       + (select count(*) from coupon_uses u join payment_orders o on o.id = u.order_id
          where u.coupon_id = c.id and u.state = 'spent' and o.user_id = $2) < c.limit_per_person, true)`,
)

/** Returns a coupon that a student can use for a batch now, as far as it can be known without its lock. */
export async function findCoupon(
  db: Queryable,
  asked: { code: string; userId: number; batchId: number },
): Promise<UsableCoupon | undefined> {
  return row(db, findUsableCoupon, [asked.code, asked.userId, asked.batchId])
}
