/**
 * The SQL of whether a coupon can be used now, but for what it may cost: `c` is the coupon, `t` its tally, `b` the batch and `k` its
 * course. An order that the use belongs to is not yet counted.
 */
export const isUsable = (userId: string) => `c.state = 'active'
     and coalesce(c.valid_from <= (app_now() at time zone 'Asia/Kolkata')::date, true)
     and coalesce(c.valid_until >= (app_now() at time zone 'Asia/Kolkata')::date, true)
     and (c.course_ids = '{}' and c.batch_ids = '{}' or k.id = any (c.course_ids) or b.id = any (c.batch_ids))
     and coalesce(c.student_id = ${userId}, true)
     and coalesce(least(k.amount_paise, (select g.paise from granted_price(${userId}, b.id) g)) >= c.minimum_paise, true)
     and (not c.first_purchase or (
       select 1 from payment_orders paid join payments p on p.order_id = paid.id
       where paid.user_id = ${userId} and p.disposition = 'enrolled' limit 1) is null)`

/** The SQL of whether the hold of an order `o` lives, and with it what it has reserved. */
export const holdLives = `o.status in ('creating', 'open', 'attempted') and o.hold_until > app_now()`

/** The SQL of what an order `o` has sold: its price, also where it pays the first part of it. */
export const soldPaise = `coalesce((select sum((one ->> 'paise')::bigint) from jsonb_array_elements(o.plan_parts) one), o.amount_paise)::bigint`
