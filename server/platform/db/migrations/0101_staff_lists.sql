-- no-transaction
-- The first page of a list is read in its order.
create index concurrently if not exists class_sessions_in_order on class_sessions (starts_at, id);
-- The index above begins with the same column.
drop index concurrently if exists class_sessions_by_start;
create index concurrently if not exists recordings_in_order on recordings (created_at, id);
create index concurrently if not exists submissions_in_order on submissions (submitted_at, id);
create index concurrently if not exists exercises_in_order on exercises (due_at, id);
create index concurrently if not exists exercises_by_title on exercises (lower(title), id);
create index concurrently if not exists batches_in_order on batches (starts_at, id);
create index concurrently if not exists captions_in_order on recording_captions (language, id);
create index concurrently if not exists media_in_order on media (created_at, id);
create index concurrently if not exists recordings_withheld on recordings (session_id) where withheld_at is not null;
-- A course is found by the picture that it shows.
create index concurrently if not exists courses_by_picture on courses (substring(image from '^media/library/([0-9a-f]{32})-'))
  where image ~ '^media/library/';

-- The hour of the settings as a parameter, so that a statement reads it once for all classes.
create or replace function recording_expected_by(ends_at timestamptz, due_hour integer) returns timestamptz
language sql stable
as $$
  select ((ends_at at time zone 'Asia/Kolkata')::date + 1 + make_interval(hours => due_hour)) at time zone 'Asia/Kolkata'
$$;
create or replace function recording_expected_by(ends_at timestamptz) returns timestamptz
language sql stable
as $$ select recording_expected_by(ends_at, recording_due_hour()) $$;

-- As before, but the clock and the hour are read once for all classes. A subselect with a limit looks for the recordings of one
-- class; for an estimate of many classes, `exists` would read all recordings first, even for a page of fifty.
create or replace view session_recordings as
select
  s.id as session_id, s.batch_id, recording_expected_by(s.ends_at, (select recording_due_hour())) as expected_by,
  case
    when s.ends_at > (select app_now()) or s.state = 'cancelled' or s.ends_at > b.cancelled_at then null
    when (select true from ready_recordings r where r.session_id = s.id limit 1) then 'ready'
    when (select true from recording_uploads u where u.session_id = s.id and u.state = 'preparing' limit 1) then 'processing'
    when (select true from recordings r where r.session_id = s.id limit 1) then 'withheld'
    when recording_expected_by(s.ends_at, (select recording_due_hour())) > (select app_now()) then 'expected'
    else 'missing'
  end as state,
  -- Whether the state is not null.
  s.ends_at <= (select app_now()) and s.state <> 'cancelled' and coalesce(s.ends_at <= b.cancelled_at, true) as is_held
from class_sessions s join batches b on b.id = s.batch_id;

-- Work that waits for a review is little, but whether there is a review stands in another table, and an index has columns of one.
alter table submissions add column if not exists reviewed boolean not null default false;
create or replace function mark_reviewed() returns trigger
language plpgsql
as $$
begin
  -- On one line, because a statement ends at a semicolon that ends a line.
  if tg_op <> 'INSERT' then update submissions set reviewed = false where id = old.submission_id; end if; if tg_op <> 'DELETE' then update submissions set reviewed = true where id = new.submission_id; end if; return null; end
$$;
create or replace trigger submission_reviews_mark after insert or delete or update of submission_id on submission_reviews for each row execute function mark_reviewed();
-- In slices, so that a reviewer who writes meanwhile waits for one slice at most.
do $$ declare place bigint := 0; most bigint; begin select coalesce(max(id), 0) into most from submissions; while place < most loop
  update submissions s set reviewed = true where s.id > place and s.id <= place + 5000 and not s.reviewed and exists (select from submission_reviews w where w.submission_id = s.id); commit; place := place + 5000; end loop; end $$;
create index concurrently if not exists submissions_unreviewed on submissions (submitted_at, id) where not reviewed;
