-- Chapters of recordings: docs/decisions/recordings.md.
create table class_chapters (
  recording_id integer not null references recordings (id) on delete cascade,
  at_seconds integer not null check (at_seconds between 0 and 86399),
  title text not null check (char_length(title) between 2 and 120),
  primary key (recording_id, at_seconds)
);
comment on table class_chapters is 'A chapter of the recording of a class.';
comment on column class_chapters.at_seconds is 'Where it begins, in seconds of the recording.';
select audit_table('class_chapters', 'recording_id', '');
select guard_table('class_chapters');

-- Chapters are called as their recording. The rest of the function stays, whatever migration wrote it last.
do $$
begin
  execute replace(pg_get_functiondef('audited_name(text, text)'::regprocedure), $x$when 'recordings' then$x$,
    $x$when 'class_chapters' then
      return audited_name('recordings', entry_row);
    when 'recordings' then$x$);
end $$;
