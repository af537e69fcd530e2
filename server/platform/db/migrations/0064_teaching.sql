-- What instructors write about a class changes neither its time nor its place: docs/decisions/teaching.md. As before, without
-- `prepare`, so that calendars do not report a change to everybody.
drop trigger class_sessions_sequence on class_sessions;
create trigger class_sessions_sequence before update on class_sessions for each row
  when ((old.starts_at, old.ends_at, old.state, old.instructor_id, old.topic, old.module, old.classroom_url)
    is distinct from (new.starts_at, new.ends_at, new.state, new.instructor_id, new.topic, new.module, new.classroom_url))
  execute function raise_sequence();

-- How many messages instructors have sent to a batch on a day.
create index messages_sent_by_batch on messages (batch_id, sent_at) where sent_at is not null;
