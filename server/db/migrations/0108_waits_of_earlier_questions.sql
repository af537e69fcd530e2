-- no-transaction
-- In slices, so that who asks or answers meanwhile waits for one slice at most.
do $$ declare place integer := 0; most integer; begin select coalesce(max(id), 0) into most from questions; while place < most loop
  perform note_question_wait(q.id) from questions q where q.id > place and q.id <= place + 1000; commit; place := place + 1000; end loop; end $$;
