-- The questions that wait for the school, and since when, as the view question_states says. To know it, staff's list and the first page of
-- the console read all questions with all answers.
create table question_waits (
  question_id integer primary key references questions (id) on delete cascade,
  waits_since timestamptz not null
);

create function note_question_wait(question integer) returns void
language plpgsql
as $$
declare
  since timestamptz;
begin
  -- Two transactions that change the answers of one question come one after the other, so that the second one sees both changes.
  perform from questions q where q.id = question for no key update;
  if not found then return; end if;
  select s.waits_since into since from question_states s where s.question_id = question;
  if since is null then
    delete from question_waits w where w.question_id = question;
  else
    insert into question_waits as w (question_id, waits_since) values (question, since)
    on conflict (question_id) do update set waits_since = excluded.waits_since where w.waits_since <> excluded.waits_since;
  end if;
end $$;

create function note_wait_of_question() returns trigger
language plpgsql
as $$
begin
  perform note_question_wait(new.id);
  return null;
end $$;
create trigger questions_note_wait after insert or update of body, created_at on questions
  for each row execute function note_wait_of_question();
