-- What happens in a class that is held in the product: who is there, what they write, ask, vote and answer.

-- The live side of a class. Its row gives each kept event the next number, so that readers see one order.
create table live_classes (
  session_id integer primary key references class_sessions (id) on delete cascade,
  last_event bigint not null default 0,
  closed_at timestamptz
);
comment on table live_classes is 'The live side of a class: its last event and its end.';
comment on column live_classes.last_event is 'Number of the newest kept event. Rises by one with each.';
comment on column live_classes.closed_at is 'When the teacher ended the class for all; null while it may go on.';

create table class_tickets (
  hash bytea primary key,
  session_id integer not null references class_sessions (id) on delete cascade,
  person_kind text not null check (person_kind in ('student', 'staff', 'guest')),
  person_id bigint not null,
  expires_at timestamptz not null
);
comment on table class_tickets is 'Opens one connection to a live class, once.';
comment on column class_tickets.hash is 'SHA-256 of the ticket.';
comment on column class_tickets.person_id is 'The account, the member of staff or the guest, by person_kind.';
create index class_tickets_expired on class_tickets (expires_at);
create index class_tickets_by_session on class_tickets (session_id);

create table class_people (
  id bigint generated always as identity primary key,
  session_id integer not null references class_sessions (id) on delete cascade,
  user_id bigint references users (id) on delete cascade,
  staff_id integer references staff (id),
  guest_id bigint references trial_guests (id) on delete cascade,
  muted_at timestamptz,
  removed_at timestamptz,
  voice_at timestamptz,
  constraint class_people_one check (num_nonnulls(user_id, staff_id, guest_id) = 1),
  constraint class_people_student unique (session_id, user_id),
  constraint class_people_staff unique (session_id, staff_id),
  constraint class_people_guest unique (session_id, guest_id)
);
comment on table class_people is 'A person in a live class: a student, a member of staff or a guest.';
comment on column class_people.muted_at is 'Since when the person may not write; null when they may.';
comment on column class_people.removed_at is 'When a teacher sent the person out; null when they may be there.';
comment on column class_people.voice_at is 'Since when the person has the microphone; null without it.';
create index class_people_by_student on class_people (user_id) where user_id is not null;
create index class_people_by_staff on class_people (staff_id) where staff_id is not null;
create index class_people_by_guest on class_people (guest_id) where guest_id is not null;

create table class_messages (
  id bigint generated always as identity primary key,
  session_id integer not null references live_classes (session_id) on delete cascade,
  event_id bigint not null,
  person_id bigint not null references class_people (id) on delete cascade,
  client_id text not null check (length(client_id) between 1 and 64),
  text text not null check (length(text) between 1 and 1000),
  sent_at timestamptz not null,
  removed_at timestamptz,
  removed_by integer references staff (id),
  constraint class_messages_event unique (session_id, event_id),
  constraint class_messages_client unique (person_id, client_id)
);
comment on table class_messages is 'A message of the chat of a class.';
comment on column class_messages.event_id is 'Its number in the class. Removal gives it a new one.';
comment on column class_messages.client_id is 'Chosen by the sender, so that a message that is sent again is stored once.';
create index class_messages_by_remover on class_messages (removed_by) where removed_by is not null;

create table class_questions (
  id bigint generated always as identity primary key,
  session_id integer not null references live_classes (session_id) on delete cascade,
  event_id bigint not null,
  person_id bigint not null references class_people (id) on delete cascade,
  client_id text not null check (length(client_id) between 1 and 64),
  text text not null check (length(text) between 1 and 1000),
  asked_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'answered', 'dismissed')),
  decided_at timestamptz,
  constraint class_questions_event unique (session_id, event_id),
  constraint class_questions_client unique (person_id, client_id)
);
comment on table class_questions is 'A question that somebody asked during a class.';
comment on column class_questions.event_id is 'Its number in the class. A vote or a change of its state gives it a new one.';
comment on column class_questions.decided_at is 'When it was answered or dismissed; null while it is open.';

create table class_votes (
  question_id bigint not null references class_questions (id) on delete cascade,
  person_id bigint not null references class_people (id) on delete cascade,
  voted_at timestamptz not null,
  primary key (question_id, person_id)
);
comment on table class_votes is 'A vote for a question of a class.';
create index class_votes_by_person on class_votes (person_id);

create table class_hands (
  person_id bigint primary key references class_people (id) on delete cascade,
  raised_at timestamptz not null
);
comment on table class_hands is 'A hand that is raised. It goes when it is lowered.';

create table class_polls (
  id bigint generated always as identity primary key,
  session_id integer not null references live_classes (session_id) on delete cascade,
  event_id bigint not null,
  staff_id integer not null references staff (id),
  client_id text not null check (length(client_id) between 1 and 64),
  question text not null check (length(question) <= 300),
  options text[] not null check (cardinality(options) between 2 and 8),
  is_multiple boolean not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  constraint class_polls_event unique (session_id, event_id),
  constraint class_polls_client unique (session_id, staff_id, client_id)
);
comment on table class_polls is 'A question with choices that a teacher asked everybody.';
comment on column class_polls.closed_at is 'When it was closed, which shows its result to all; null while answers are taken.';
create unique index class_polls_open on class_polls (session_id) where closed_at is null;
create index class_polls_by_staff on class_polls (staff_id);

create table class_poll_answers (
  poll_id bigint not null references class_polls (id) on delete cascade,
  person_id bigint not null references class_people (id) on delete cascade,
  options integer[] not null check (cardinality(options) >= 1),
  answered_at timestamptz not null,
  primary key (poll_id, person_id)
);
comment on table class_poll_answers is 'What a person chose in a poll. The last choice counts.';
comment on column class_poll_answers.options is 'Indices of the choices, from 0.';
create index class_poll_answers_by_person on class_poll_answers (person_id);

create table class_topics (
  id bigint generated always as identity primary key,
  session_id integer not null references live_classes (session_id) on delete cascade,
  event_id bigint not null,
  client_id text not null check (length(client_id) between 1 and 64),
  title text not null check (length(title) between 1 and 200),
  began_at timestamptz not null,
  constraint class_topics_event unique (session_id, event_id),
  constraint class_topics_client unique (session_id, client_id)
);
comment on table class_topics is 'A topic that a teacher began during a class. Chapters of its recording come from here.';

create table class_marks (
  id bigint generated always as identity primary key,
  person_id bigint not null references class_people (id) on delete cascade,
  client_id text not null check (length(client_id) between 1 and 64),
  marked_at timestamptz not null,
  note text not null default '' check (length(note) <= 300),
  constraint class_marks_client unique (person_id, client_id)
);
comment on table class_marks is 'A moment of a class that a person marked for themselves.';

create table class_presence (
  id bigint generated always as identity primary key,
  person_id bigint not null references class_people (id) on delete cascade,
  began_at timestamptz not null,
  seen_at timestamptz not null,
  left_at timestamptz
);
comment on table class_presence is 'An interval for which a person was connected to a live class.';
comment on column class_presence.seen_at is 'When the web process that holds the connection saw it last. It is the end when that process died.';
create index class_presence_by_person on class_presence (person_id, began_at);
create index class_presence_open on class_presence (seen_at) where left_at is null;

-- Events as browsers get them. What is told at once and what is told after a reconnect are the same text.
create function class_instant(at timestamptz) returns text language sql stable
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

create function class_person(p class_people) returns json language sql stable
  return case
    when p.user_id is not null then json_build_object('id', 'student-' || p.user_id,
      'name', (select u.full_name from users u where u.id = p.user_id), 'role', 'participant')
    when p.staff_id is not null then json_build_object('id', 'staff-' || p.staff_id,
      'name', (select s.name from staff s where s.id = p.staff_id), 'role', 'host')
    else json_build_object('id', 'guest-' || p.guest_id,
      'name', (select e.name from trial_guests g join enquiries e on e.id = g.enquiry_id where g.id = p.guest_id), 'role', 'guest')
  end;

create function class_person_of(person bigint) returns json language sql stable
  return (select class_person(p) from class_people p where p.id = person);

create function class_message_event(m class_messages) returns json language sql stable
  return case when m.removed_at is null
    then json_build_object('type', 'chat', 'id', m.event_id, 'at', class_instant(m.sent_at), 'message', m.id,
      'client_id', m.client_id, 'person', class_person_of(m.person_id), 'text', m.text)
    else json_build_object('type', 'chat_removed', 'id', m.event_id, 'at', class_instant(m.removed_at), 'message', m.id) end;

create function class_question_event(q class_questions) returns json language sql stable
  return json_build_object('type', 'question', 'id', q.event_id, 'at', class_instant(q.asked_at), 'question', q.id,
    'client_id', q.client_id, 'person', class_person_of(q.person_id), 'text', q.text, 'state', q.state,
    'votes', (select count(*) from class_votes v where v.question_id = q.id));

create function class_poll_event(p class_polls) returns json language sql stable
  return case when p.closed_at is null
    then json_build_object('type', 'poll', 'id', p.event_id, 'at', class_instant(p.opened_at), 'poll', p.id,
      'client_id', p.client_id, 'question', p.question, 'options', to_json(p.options), 'multiple', p.is_multiple)
    else json_build_object('type', 'poll_result', 'id', p.event_id, 'at', class_instant(p.closed_at), 'poll', p.id,
      'question', p.question, 'options', to_json(p.options),
      'counts', (select json_agg((select count(*) from class_poll_answers a where a.poll_id = p.id and o.index - 1 = any (a.options)) order by o.index)
        from unnest(p.options) with ordinality as o (text, index)),
      'people', (select count(*) from class_poll_answers a where a.poll_id = p.id)) end;

create function class_topic_event(c class_topics) returns json language sql stable
  return json_build_object('type', 'topic', 'id', c.event_id, 'at', class_instant(c.began_at), 'title', c.title,
    'number', (select count(*) from class_topics e where e.session_id = c.session_id and e.event_id <= c.event_id));

-- Tells every web process what happened in a class, when the transaction commits.
create function tell_class(session integer, event json) returns void language sql volatile
  return pg_notify('live_class', json_build_object('session', session, 'event', event)::text);
