-- A place that staff gave without a payment says why and who gave it. Earlier ones say neither.
alter table enrolments
  add column reason text check (reason <> ''),
  add column enrolled_by integer references staff (id),
  add constraint enrolments_by_hand check ((reason is null) = (enrolled_by is null) and (enrolled_by is null or payment_id is null));
select audit_table('enrolments', 'id', 'reason');
