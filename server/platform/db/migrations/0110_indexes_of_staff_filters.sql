-- no-transaction
-- Payments that paid for no seat, by what became of them. Those that did are most, and every list has them.
create index concurrently if not exists payments_without_seat on payments (disposition, status, (coalesce(captured_at, created_at)), id)
  where disposition <> 'enrolled';
-- A search of staff: leads of a person by words or phone, and leads in the order in which a search shows them.
create index concurrently if not exists enquiries_by_words on enquiries using gin (
  lower(name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(company_name, '') || ' '
    || coalesce(institution, '')) gin_trgm_ops);
create index concurrently if not exists enquiries_by_phone on enquiries (phone) where phone is not null;
create index concurrently if not exists leads_of_search on leads ((closed_at is not null), received_at desc, id desc);
-- States of accounts that few have.
create index concurrently if not exists users_disabled on users (id) where disabled_at is not null;
create index concurrently if not exists users_erased on users (id) where erased_at is not null;
create index concurrently if not exists certificates_by_holder on certificates (lower(coalesce(holder, '')), id);
-- The reference of a transfer or cheque, as a person has it at hand.
create index concurrently if not exists offline_payments_by_reference on offline_payments (reference_key);
