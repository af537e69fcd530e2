alter table recordings
  add column captions_url text check (captions_url !~* '^\s*(javascript|data|vbscript):');

-- Every class of a batch in India's time: its first day and then each of its weekdays until it ends.
create view batch_classes as
select
  b.id as batch_id,
  (row_number() over (partition by b.id order by d.day))::integer as day_number,
  t.starts_at,
  t.starts_at + make_interval(mins => b.class_minutes) as ends_at
from batches b
cross join lateral (
  select (b.starts_at at time zone 'Asia/Kolkata')::date as first_day,
    (b.starts_at at time zone 'Asia/Kolkata')::time as clock,
    (b.ends_at at time zone 'Asia/Kolkata')::date as last_day
) p
cross join lateral generate_series(p.first_day::timestamp, p.last_day::timestamp, interval '1 day') as d (day)
cross join lateral (select (d.day + p.clock) at time zone 'Asia/Kolkata' as starts_at) t
where (d.day::date = p.first_day or extract(isodow from d.day)::smallint = any (b.weekdays)) and t.starts_at < b.ends_at;

-- Where a student stopped watching. `watched_at` is when that position was true, by the server's clock: what
-- arrives late never replaces what was watched later.
create table recording_positions (
  user_id bigint not null references users (id) on delete cascade,
  recording_id integer not null references recordings (id) on delete cascade,
  position_seconds integer not null check (position_seconds >= 0),
  completed boolean not null default false,
  watched_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (user_id, recording_id)
);
create index recording_positions_by_recording on recording_positions (recording_id);
