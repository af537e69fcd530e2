-- A secret address at which one part of a price is paid: docs/decisions/parts.md.
alter table instalments add column link_hash bytea constraint instalments_link_hash_key unique;
comment on column instalments.link_hash is 'SHA-256 of the secret in the newest reminder; null before the first one.';
select audit_table('instalments', 'id', 'reason,link_hash');
