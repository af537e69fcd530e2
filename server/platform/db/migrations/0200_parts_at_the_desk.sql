-- A part of a price that is paid at the desk: docs/decisions/parts.md.
alter table offline_payments
  add column enrolment_id bigint references enrolments (id),
  add column part integer check (part > 0),
  add constraint offline_payments_part_of_a_place check (part is null or enrolment_id is not null);
comment on column offline_payments.enrolment_id is 'The place of which it pays a part, or all that is left; null for a purchase.';
comment on column offline_payments.part is 'The number of the part; null for all that is left, and for a purchase.';
create index offline_payments_of_place on offline_payments (enrolment_id) where enrolment_id is not null;
