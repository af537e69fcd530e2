-- A batch that staff cancelled, and what becomes of each of its students. A job takes one student after the other, so that it
-- goes on after a crash where it stopped.
create table batch_cancellations (
  batch_id integer primary key references batches (id),
  reason text not null check (reason <> ''),
  -- Students who move go to this batch of the same course.
  move_to_batch_id integer references batches (id) check (move_to_batch_id <> batch_id),
  actor_kind text not null,
  actor_id bigint,
  created_at timestamptz not null
);
select audit_table('batch_cancellations', 'batch_id', '');
select guard_table('batch_cancellations');

create table cancelled_enrolments (
  enrolment_id bigint primary key references enrolments (id),
  batch_id integer not null references batch_cancellations (batch_id),
  action text not null check (action in ('move', 'refund')),
  -- `failed` waits for a decision of staff, for instance because the other batch is full.
  outcome text not null default 'waiting' check (outcome in ('waiting', 'moved', 'refunded', 'ended', 'failed')),
  refund_id bigint references refunds (id),
  -- Why it failed, in words for staff.
  detail text not null default '',
  decided_at timestamptz
);
create index cancelled_enrolments_by_batch on cancelled_enrolments (batch_id, outcome);
