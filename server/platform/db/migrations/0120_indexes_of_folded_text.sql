-- no-transaction
create index concurrently if not exists users_by_folded_words on users using gin (
  folded(full_name || ' ' || case when erased_at is null then email else '' end || ' ' || coalesce(phone, '')) gin_trgm_ops);
create index concurrently if not exists users_by_folded_name on users (folded(full_name), id);
create index concurrently if not exists enquiries_by_folded_words on enquiries using gin (
  folded(name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(company_name, '') || ' '
    || coalesce(institution, '')) gin_trgm_ops);
-- The version before searches without these two until it has stopped.
drop index concurrently if exists users_by_words;
drop index concurrently if exists enquiries_by_words;
