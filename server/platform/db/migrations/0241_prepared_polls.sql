-- Polls that a teacher wrote before they are asked, so that nobody waits while a teacher types.
create table class_prepared_polls (
  id bigint generated always as identity primary key,
  session_id integer not null references live_classes (session_id) on delete cascade,
  staff_id integer not null references staff (id),
  client_id text not null check (length(client_id) between 1 and 64),
  question text not null check (length(question) <= 300),
  options text[] not null check (cardinality(options) between 2 and 8),
  is_multiple boolean not null,
  prepared_at timestamptz not null,
  constraint class_prepared_polls_client unique (session_id, staff_id, client_id)
);
comment on table class_prepared_polls is 'A poll of a class that is written and not asked yet. It goes when it is asked.';
comment on column class_prepared_polls.client_id is 'Chosen by the sender, so that a poll that is sent again is stored once.';
create index class_prepared_polls_by_staff on class_prepared_polls (staff_id);

create function class_prepared_poll_event(p class_prepared_polls) returns json language sql stable
  return json_build_object('type', 'prepared_poll', 'at', class_instant(p.prepared_at), 'prepared', p.id, 'client_id', p.client_id,
    'question', p.question, 'options', to_json(p.options), 'multiple', p.is_multiple);
