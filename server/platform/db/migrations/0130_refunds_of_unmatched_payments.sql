-- What the provider has paid back of a payment without an order. Only the rest waits for a person.
alter table unmatched_payments
  add column refunded_paise bigint not null default 0,
  add constraint unmatched_refunded_at_most_all check (refunded_paise between 0 and amount_paise);
update unmatched_payments set refunded_paise = amount_paise where status = 'refunded';

create or replace view open_unmatched_payments as
select s.*, s.amount_paise - s.refunded_paise as open_paise from unmatched_payments s
where s.dismissed_at is null and s.status <> 'refunded' and s.refunded_paise < s.amount_paise
  and not exists (select 1 from payments p where p.provider_payment_id = s.provider_payment_id);
