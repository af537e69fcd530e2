-- Recordings that staff give: docs/decisions/recordings.md.
alter table recordings
  -- What plays it.
  add column kind text not null default 'file' check (kind in ('file', 'hls', 'youtube', 'vimeo')),
  -- Students do not see a withheld recording. The reason is for staff.
  add column withheld_at timestamptz,
  add column withhold_reason text not null default '',
  add constraint recordings_withheld check ((withheld_at is null) = (withhold_reason = '')),
  -- 0 is an unknown length: a link tells none.
  drop constraint recordings_duration_seconds_check,
  add constraint recordings_duration_known check (duration_seconds >= 0);

select set_config('app.actor_kind', 'system', true);
update recordings set kind = 'hls' where video_url ~* '[.]m3u8([?#]|$)';
set constraints all immediate;

create function recording_due_hour() returns integer
language sql stable
as $$ select coalesce((select (settings ->> 'recording_due_hour')::integer from site_settings), 10) $$;

-- The morning after the class, in India.
create function recording_expected_by(ends_at timestamptz) returns timestamptz
language sql stable
as $$
  select ((ends_at at time zone 'Asia/Kolkata')::date + 1 + make_interval(hours => recording_due_hour())) at time zone 'Asia/Kolkata'
$$;

-- What students may watch. Every answer to a student reads recordings here.
create view ready_recordings as
select
  r.id, r.batch_id, r.session_id, r.title,
  -- The version before writes no kind.
  case when r.kind = 'file' and r.video_url ~* '[.]m3u8([?#]|$)' then 'hls' else r.kind end as kind, r.video_url, r.captions_url, r.recorded_on, r.duration_seconds, r.is_preview
from recordings r
where r.withheld_at is null;

-- The recording of each class by rows and clock. Null until the class is over, and when it is not held.
create view session_recordings as
select
  s.id as session_id, s.batch_id, recording_expected_by(s.ends_at) as expected_by,
  case
    when s.ends_at > app_now() or s.state = 'cancelled' or s.ends_at > b.cancelled_at then null
    when exists (select from ready_recordings r where r.session_id = s.id) then 'ready'
    when exists (select from recordings r where r.session_id = s.id) then 'withheld'
    when recording_expected_by(s.ends_at) > app_now() then 'expected'
    else 'missing'
  end as state
from class_sessions s join batches b on b.id = s.batch_id;

-- The batch gets one mail about the first recording of a class. A class of before has had it.
create table recording_notices (
  session_id integer primary key references class_sessions (id) on delete cascade,
  created_at timestamptz not null
);
insert into recording_notices (session_id, created_at) select distinct session_id, app_now() from recordings;

-- As before, and with the day of the class where staff name none.
create or replace function keep_recording_session() returns trigger
language plpgsql
as $$
begin
  if new.session_id is null or (tg_op = 'UPDATE' and new.session_id = old.session_id
      and (new.batch_id, new.day_number) is distinct from (old.batch_id, old.day_number)) then
    new.session_id := session_of_day(new.batch_id, new.day_number, new.recorded_on);
  end if;
  select n.batch_id, greatest(n.number, 1), coalesce(new.recorded_on, (n.starts_at at time zone 'Asia/Kolkata')::date)
  into new.batch_id, new.day_number, new.recorded_on from numbered_sessions n where n.id = new.session_id;
  return new;
end $$;

-- As before, without links and reasons: an unlisted video opens to whoever has its address, and a reason may be about a person.
drop trigger recordings_audit on recordings;
select audit_table('recordings', 'id', 'video_url,withhold_reason');
