-- A plan that is shortened and made longer again, also by an undo, gives the words of the classes that it dropped to the new ones.
alter table batch_patterns add column dropped_words jsonb not null default '[]';
comment on column batch_patterns.dropped_words is
  'Topic, module, notes and "prepare" of the classes that the plan dropped, in their order. A longer plan takes them from the front.';

-- Whether a class stays when its plan becomes shorter.
create function is_class_kept(of_session integer) returns boolean
language sql stable
as $$
  select exists (select from exercises x where x.session_id = of_session)
    or exists (select from recordings r where r.session_id = of_session)
    or exists (select from attendance_evidence e where e.session_id = of_session)
    or exists (select from trial_guests g where g.session_id = of_session and g.released_at is null)
$$;

create or replace function generate_sessions(of_batch integer, since timestamptz) returns void
language sql
as $$
  with plan as materialized (
    select p.* from batch_patterns b
    cross join lateral plan_sessions(
      b.batch_id, b.weekdays, b.clock, b.minutes, b.first_day, b.class_count, b.last_day, b.calendar, since) p
    where b.batch_id = of_batch
  ), removed as (
    delete from class_sessions s using plan p
    where p.change = 'removed' and s.id = p.session_id and not is_class_kept(s.id)
    returning s.*
  ), moved as (
    update class_sessions s set starts_at = p.starts_at, ends_at = p.ends_at from plan p
    where p.change = 'moved' and s.id = p.session_id
  ), added as (
    select row_number() over (order by p.starts_at) as place, p.starts_at, p.ends_at from plan p where p.change = 'added'
  ), kept_words as (
    -- A plan drops classes or adds some, never both.
    update batch_patterns b set dropped_words =
      coalesce((select jsonb_agg(jsonb_build_object('topic', r.topic, 'module', r.module, 'notes', r.notes, 'prepare', r.prepare)
        order by r.starts_at, r.id) from removed r), '[]')
      || coalesce((select jsonb_agg(w.words order by w.place) from jsonb_array_elements(b.dropped_words) with ordinality w (words, place)
        where w.place > (select count(*) from added)), '[]')
    where b.batch_id = of_batch and case when b.dropped_words = '[]'
      then exists (select from removed r where r.topic || r.module || r.notes || r.prepare <> '')
      else exists (select from removed) or exists (select from added) end
  )
  insert into class_sessions (batch_id, starts_at, ends_at, topic, module, notes, prepare)
  select of_batch, a.starts_at, a.ends_at, coalesce(w.words ->> 'topic', ''), coalesce(w.words ->> 'module', ''),
    coalesce(w.words ->> 'notes', ''), coalesce(w.words ->> 'prepare', '')
  from added a
  left join batch_patterns b on b.batch_id = of_batch
  left join lateral (select b.dropped_words -> (a.place - 1)::integer as words) w on true
  order by a.starts_at
$$;
