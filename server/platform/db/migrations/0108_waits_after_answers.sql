-- In a transaction of its own: with the one before it would lock two tables, which some transactions lock in the other order.
create function note_wait_of_answer() returns trigger
language plpgsql
as $$
begin
  perform note_question_wait(case when tg_op = 'DELETE' then old.question_id else new.question_id end);
  return null;
end $$;
create trigger answers_note_wait after insert or update or delete on answers
  for each row execute function note_wait_of_answer();
