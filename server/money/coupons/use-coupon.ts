import type pg from 'pg'
import { type Queryable, row, rows, statement, transaction } from '#server/platform/db/query.ts'
import { holdLives, isUsable, soldPaise } from './usable.ts'

// The lock of a coupon. It comes after those of batch, order and payment, and before those of the series of documents.
const lockTally = statement('lock_tally', `select 1 from coupon_tallies where coupon_id = $1 for no key update`)
// A student buys a batch once, so what another order for it has reserved goes to the order that asks.
const releaseLapsedUses = statement(
  'release_lapsed_uses',
  `with released as (
     update coupon_uses u set state = 'released', changed_at = app_now() from payment_orders o
     where u.coupon_id = $1 and u.state = 'reserved' and o.id = u.order_id
       and (not (${holdLives})
         or exists (select 1 from payment_orders own where own.id = $2 and own.id <> o.id and own.user_id = o.user_id and own.batch_id = o.batch_id))
     returning u.discount_paise
   )
   update coupon_tallies t set reserved = t.reserved - r.uses, reserved_paise = t.reserved_paise - r.paise
   from (select count(*)::int as uses, coalesce(sum(discount_paise), 0)::bigint as paise from released) r
   where t.coupon_id = $1 and r.uses > 0`,
)
const stateOfUse = statement<{ state: string; discount_paise: number }>(
  'state_of_use',
  `select state, discount_paise from coupon_uses where order_id = $1`,
)
const takeUse = statement<{ id: number }>(
  'take_use',
  `with taken as (
     update coupon_tallies t set reserved = t.reserved + 1, reserved_paise = t.reserved_paise + $3
     from coupons c, payment_orders o join batches b on b.id = o.batch_id join courses k on k.id = b.course_id
     where t.coupon_id = $1 and c.id = t.coupon_id and o.id = $2 and ${isUsable('o.user_id')}
       and coalesce(t.uses + t.reserved < c.use_limit, true)
       and coalesce((select count(*) from coupon_uses u join payment_orders other on other.id = u.order_id
         where u.coupon_id = c.id and u.state in ('reserved', 'spent') and other.user_id = o.user_id) < c.limit_per_person, true)
       and coalesce(t.given_paise + t.reserved_paise + $3 <= c.cost_cap_paise, true)
     returning t.coupon_id
   )
   insert into coupon_uses (coupon_id, order_id, discount_paise, state, changed_at)
   select coupon_id, $2, $3, 'reserved', app_now() from taken
   on conflict (order_id) do update set state = 'reserved', changed_at = app_now()
   returning id`,
)
const spendUse = statement<{ id: number }>(
  'spend_use',
  `with spent as (
     update coupon_uses set state = 'spent', payment_id = $2, changed_at = app_now() where order_id = $1 and state = 'reserved'
     returning coupon_id, order_id, discount_paise
   )
   update coupon_tallies t set reserved = t.reserved - 1, reserved_paise = t.reserved_paise - s.discount_paise, uses = t.uses + 1,
     given_paise = t.given_paise + s.discount_paise, sold_paise = t.sold_paise + ${soldPaise}
   from spent s join payment_orders o on o.id = s.order_id where t.coupon_id = s.coupon_id returning t.coupon_id as id`,
)
const forgetChoice = statement(
  'forget_choice',
  `delete from payment_choices c using payment_orders o where o.id = $1 and c.user_id = o.user_id and c.batch_id = o.batch_id`,
)
const returnUseOfPayment = statement(
  'return_use_of_payment',
  `with returned as (
     update coupon_uses u set state = 'returned', changed_at = app_now()
     where u.payment_id = $1 and u.state = 'spent'
       and coalesce((select (settings ->> 'coupons_return')::boolean from site_settings), true)
     returning u.coupon_id, u.order_id, u.discount_paise
   )
   update coupon_tallies t set uses = t.uses - 1, given_paise = t.given_paise - r.discount_paise, sold_paise = t.sold_paise - ${soldPaise}
   from returned r join payment_orders o on o.id = r.order_id where t.coupon_id = r.coupon_id`,
)

interface OrderOfCoupon {
  orderId: number
  couponId: number
  discountPaise: number
}

/**
 * Reserves the use of a coupon for an order, as long as the hold of its seat lives. An order that has it keeps it. The caller holds the
 * locks of batch and order.
 * @returns whether the order has the use
 */
export async function reserveCoupon(tx: Queryable, { orderId, couponId, discountPaise }: OrderOfCoupon): Promise<boolean> {
  await rows(tx, lockTally, [couponId])
  // What was committed before the lock is seen by the statements after it.
  await rows(tx, releaseLapsedUses, [couponId, orderId])
  const own = await row(tx, stateOfUse, [orderId])
  if (own?.state === 'reserved') return true
  if (own && own.state !== 'released') return false
  return (await row(tx, takeUse, [couponId, orderId, discountPaise])) !== undefined
}

/**
 * Spends the use of a coupon by an order that was paid. It is honoured while the hold lives; afterwards the coupon must still be usable. The
 * caller holds the locks of batch, order and payment.
 * @returns false when the use is gone, so that the price does not hold any more
 */
export async function spendCoupon(
  tx: Queryable,
  order: { orderId: number; couponId: number; paymentId: number },
): Promise<boolean> {
  const { orderId, couponId, paymentId } = order
  const own = await row(tx, stateOfUse, [orderId])
  if (!own) return false
  if (!(await reserveCoupon(tx, { orderId, couponId, discountPaise: own.discount_paise }))) return false
  await rows(tx, forgetChoice, [orderId])
  return (await row(tx, spendUse, [orderId, paymentId])) !== undefined
}

/** Gives the use of a fully refunded payment back, once, unless the settings say otherwise. The caller holds the payment's lock. */
export async function returnCoupon(tx: Queryable, paymentId: number): Promise<void> {
  await rows(tx, returnUseOfPayment, [paymentId])
}

const couponsWithLapsedUses = statement<{ coupon_id: number }>(
  'coupons_with_lapsed_uses',
  `select distinct u.coupon_id from coupon_uses u join payment_orders o on o.id = u.order_id
   where u.state = 'reserved' and not (${holdLives}) order by 1`,
)

/** Releases the uses of holds that lapsed, so that lists show what is free. A sale does not wait for it. */
export async function releaseLapsed(db: pg.Pool): Promise<void> {
  for (const { coupon_id: couponId } of await rows(db, couponsWithLapsedUses)) {
    await transaction(db, async (tx) => {
      await rows(tx, lockTally, [couponId])
      await rows(tx, releaseLapsedUses, [couponId, null])
    })
  }
}
