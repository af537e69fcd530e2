-- A recording that is being prepared may wait for space on the disk, and says so.
alter table recording_uploads drop constraint recording_uploads_problem;
alter table recording_uploads add constraint recording_uploads_problem
  check (case state when 'failed' then problem <> '' when 'receiving' then problem = '' else true end);
