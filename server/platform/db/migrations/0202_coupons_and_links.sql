-- What a coupon brought by month and batch: docs/decisions/coupons.md. Uses that were not paid, or paid back, are not in it.
create index coupon_uses_spent on coupon_uses (coupon_id, changed_at) include (order_id, discount_paise) where state = 'spent';
-- A price for an address without an account waits for a second person too: docs/decisions/payment-links.md. Its approval gets the account
-- that opens the link.
alter table approvals alter column user_id drop not null;
alter table approvals add constraint approvals_of_somebody check (user_id is not null or kind = 'payment_link');
comment on column approvals.user_id is 'The student; null for a payment link of an address that no account has proven.';
do $$ begin execute replace(pg_get_functiondef('audited_name(text, text)'::regprocedure),
  $x$return (select concat_ws(', ', student, case a.kind when 'refund'$x$,
  $x$return (select concat_ws(', ', student, case a.kind when 'payment_link' then 'link that gives ' when 'refund'$x$); end $$;
