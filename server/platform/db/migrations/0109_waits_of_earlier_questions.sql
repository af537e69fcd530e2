-- no-transaction
-- One by one, so that it holds one question at a time and can't be part of a deadlock. Those that are stored are looked at as well: an answer
-- may have come before its trigger. Every later change runs the triggers.
set synchronous_commit = off;
do $$ declare one record; begin for one in
  select q.question_id from question_states q where q.waits_since is not null union select w.question_id from question_waits w order by 1 loop
  perform note_question_wait(one.question_id); commit; end loop; end $$;
reset synchronous_commit;
