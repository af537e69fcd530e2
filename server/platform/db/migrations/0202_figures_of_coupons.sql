-- What a coupon brought by month and batch: docs/decisions/coupons.md. Uses that were not paid, or paid back, are not in it.
create index coupon_uses_spent on coupon_uses (coupon_id, changed_at) include (order_id, discount_paise) where state = 'spent';
