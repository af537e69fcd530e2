-- A coupon has sold the whole price of a place that is paid in parts: docs/decisions/coupons.md.
update coupon_tallies t set sold_paise = s.sold_paise from (
  select u.coupon_id,
    sum(coalesce((select sum((one ->> 'paise')::bigint) from jsonb_array_elements(o.plan_parts) one), o.amount_paise)) as sold_paise
  from coupon_uses u join payment_orders o on o.id = u.order_id where u.state = 'spent' group by u.coupon_id) s
where t.coupon_id = s.coupon_id and t.sold_paise <> s.sold_paise;
comment on column coupon_tallies.sold_paise is 'The prices of paid orders, also of those that are paid in parts.';
