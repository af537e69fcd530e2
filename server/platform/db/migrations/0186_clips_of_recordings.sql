-- Clips of free recordings on public pages: docs/decisions/clips.md.
create table recording_clips (
  recording_id integer primary key references recordings (id) on delete cascade,
  from_seconds integer not null check (from_seconds between 0 and 86399),
  to_seconds integer not null,
  on_home boolean not null default false,
  constraint recording_clips_length check (to_seconds - from_seconds between 10 and 60)
);
comment on table recording_clips is 'The part of a free recording that public pages play.';
comment on column recording_clips.from_seconds is 'Where it begins, in seconds of the recording.';
comment on column recording_clips.on_home is 'The home page shows it. The page of the course shows the first of its clips.';
-- The home page shows one.
create unique index recording_clips_on_home on recording_clips ((true)) where on_home;

-- Of a free recording that can be watched, of a published course, and within its length where that is known.
create view shown_clips as
select k.recording_id, k.from_seconds, k.to_seconds, k.on_home, r.title, r.kind, r.video_url, r.captions_url, r.poster_url, r.batch_id,
  r.session_id, b.course_id, c.title as course,
  r.kind in ('file', 'hls') and r.video_url !~* '^https?:' as plays_here
from recording_clips k
join ready_recordings r on r.id = k.recording_id
join batches b on b.id = r.batch_id
join courses c on c.id = b.course_id
where r.is_preview and c.published and (r.duration_seconds = 0 or k.to_seconds <= r.duration_seconds)
  -- A muted clip says nothing without captions. What another host plays is a link alone.
  and (r.kind not in ('file', 'hls') or r.video_url ~* '^https?:' or r.captions_url is not null
    or exists (select from recording_captions t where t.recording_id = r.id));
comment on view shown_clips is 'Clips that visitors see.';

-- A change of the recording itself announces its course already.
create function announce_course_of_clip() returns trigger
language plpgsql
as $$
declare
  course integer;
begin
  for course in
    select distinct b.course_id
    from recordings r join class_sessions s on s.id = r.session_id join batches b on b.id = s.batch_id
    where r.id in (case when tg_op <> 'DELETE' then new.recording_id end, case when tg_op <> 'INSERT' then old.recording_id end)
      and (tg_table_name = 'recording_clips' or exists (select from recording_clips k where k.recording_id = r.id))
  loop
    perform invalidate_cache('course:' || course);
  end loop;
  return null;
end $$;
create trigger recording_clips_announce after insert or update or delete on recording_clips
  for each row execute function announce_course_of_clip();
create trigger recording_captions_announce after insert or update or delete on recording_captions
  for each row execute function announce_course_of_clip();

select audit_table('recording_clips', 'recording_id', '');
select guard_table('recording_clips');

do $$
begin
  execute replace(pg_get_functiondef('audited_name(text, text)'::regprocedure), $x$when 'recordings' then$x$,
    $x$when 'recording_clips' then
      return audited_name('recordings', entry_row);
    when 'recordings' then$x$);
end $$;
