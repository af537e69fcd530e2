-- Each move of an enrolment to another batch of its course. The newest one says where it came from.
create table enrolment_moves (
  id bigint generated always as identity primary key,
  enrolment_id bigint not null references enrolments (id),
  from_batch_id integer not null references batches (id),
  to_batch_id integer not null references batches (id) check (to_batch_id <> from_batch_id),
  -- What staff wrote to the student. Null for a move that a request or a cancellation caused.
  reason text check (reason <> ''),
  moved_at timestamptz not null
);
create index enrolment_moves_by_enrolment on enrolment_moves (enrolment_id, id);
select audit_table('enrolment_moves', 'id', 'reason');

-- A move of an earlier version is known by the batch that was bought.
insert into enrolment_moves (enrolment_id, from_batch_id, to_batch_id, moved_at)
select e.id, o.batch_id, e.batch_id, e.moved_at
from enrolments e join payments p on p.id = e.payment_id join payment_orders o on o.id = p.order_id
where e.moved_at is not null and o.batch_id <> e.batch_id
order by e.moved_at, e.id;

-- The students of a batch, also those whose enrolment has ended.
create index enrolments_by_batch on enrolments (batch_id, created_at);
