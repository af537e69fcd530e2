-- What each student of a batch has done of each exercise. `is_off` for a class that is not held.
create view work_states as
select x.id as exercise_id, x.session_id, s.batch_id, e.user_id, x.due_at, l.id as submission_id, coalesce(l.attempt, 0) as attempts,
  coalesce(l.submitted_at > x.due_at, false) as is_late,
  case when l.id is null then 'to_do' when w.id is null then 'handed_in' when w.outcome = 'again' then 'again' else 'accepted' end as state,
  s.state = 'cancelled' or (b.cancelled_at is not null and s.ends_at > b.cancelled_at) as is_off
from active_enrolments e
join batches b on b.id = e.batch_id
join class_sessions s on s.batch_id = b.id
join exercises x on x.session_id = s.id
left join lateral (
  select t.id, t.attempt, t.submitted_at from submissions t where t.exercise_id = x.id and t.user_id = e.user_id order by t.attempt desc limit 1
) l on true
left join submission_reviews w on w.submission_id = l.id;

comment on view work_states is 'What each student of a batch has done of each exercise.';

-- A message to a part of a batch or to one student. It may have pictures of the library, and one to a whole batch may stay in the room.
alter table messages
  alter column batch_id drop not null,
  add column audience text not null default 'batch',
  add column student_id bigint references users (id),
  -- A class or exercise may be removed. Then a draft about it reaches nobody.
  add column session_id integer references class_sessions (id) on delete set null,
  add column exercise_id integer references exercises (id) on delete set null,
  add column picture_ids integer[] not null default '{}',
  add column stays_in_room boolean not null default false,
  add constraint messages_audience_check check (audience in ('batch', 'student', 'absent', 'owing', 'overdue')),
  add constraint messages_have_an_audience check (case audience when 'student' then student_id is not null
    else batch_id is not null and student_id is null end),
  add constraint messages_about_one_thing check ((session_id is null or audience = 'absent') and (exercise_id is null or audience = 'owing')),
  add constraint messages_in_room_are_for_all check (not stays_in_room or audience = 'batch'),
  add constraint messages_have_few_pictures check (cardinality(picture_ids) <= 5);
create index messages_drafts on messages (author_id) where sent_at is null;
create index messages_by_student on messages (student_id, sent_at) where student_id is not null;
create index messages_by_session on messages (session_id) where session_id is not null;
create index messages_by_exercise on messages (exercise_id) where exercise_id is not null;
create index messages_in_room on messages (batch_id, sent_at) where stays_in_room and sent_at is not null;
comment on table messages is 'A message of staff to students.';
-- A message may be about one student, whose erasure removes its words.
select audit_table('messages', 'id', 'subject,body');
drop trigger messages_guard on messages;

-- A sent message stays as it was. It may come into the room or leave it, and the words to an erased account are erased with it.
create or replace function keep_sent_message() returns trigger
language plpgsql
as $$
begin
  if old.sent_at is not null and (tg_op = 'DELETE'
    or (new.batch_id, new.audience, new.student_id, new.author_id, new.created_at, new.sent_at, new.sent_by_id, new.recipients)
      is distinct from
      (old.batch_id, old.audience, old.student_id, old.author_id, old.created_at, old.sent_at, old.sent_by_id, old.recipients)
    or (new.subject, new.body, new.picture_ids) is distinct from (old.subject, old.body, old.picture_ids)
      and (old.student_id is null or (new.subject, new.body, new.picture_ids) is distinct from ('Erased', 'Erased', '{}'::integer[]))) then
    raise exception 'message % is sent', old.id using errcode = 'check_violation', constraint = 'messages_sent_stay';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

-- The log of a student has the messages to them alone.
create or replace function audited_student(entry_table text, entry_row text) returns bigint
language plpgsql stable
as $$
declare
  row_key bigint;
begin
  if entry_table = 'sessions' and entry_row ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return (select s.user_id from sessions s where s.id = entry_row::uuid);
  elsif entry_row !~ '^\d{1,18}$' then
    return null;
  end if;
  row_key := entry_row::bigint;
  case entry_table
    when 'questions' then return (select q.user_id from questions q where q.id = row_key);
    when 'answers' then return (select a.user_id from answers a where a.id = row_key);
    when 'reviews' then return (select r.user_id from reviews r where r.id = row_key);
    when 'users' then return (select u.id from users u where u.id = row_key);
    when 'approvals' then return (select a.user_id from approvals a where a.id = row_key);
    when 'attendance_decisions' then return (select d.user_id from attendance_decisions d where d.id = row_key);
    when 'attendance_import_rows' then return (select x.user_id from attendance_import_rows x where x.id = row_key);
    when 'certificates' then return (select k.user_id from certificates k where k.id = row_key);
    when 'calendar_feeds' then return (select f.user_id from calendar_feeds f where f.id = row_key);
    when 'enrolments' then return (select e.user_id from enrolments e where e.id = row_key);
    when 'enrolment_moves' then
      return (select e.user_id from enrolment_moves m join enrolments e on e.id = m.enrolment_id where m.id = row_key);
    when 'messages' then return (select m.student_id from messages m where m.id = row_key);
    when 'offline_payments' then return (select f.user_id from offline_payments f where f.id = row_key);
    when 'payment_orders' then return (select o.user_id from payment_orders o where o.id = row_key);
    when 'payments' then
      return (select o.user_id from payments p join payment_orders o on o.id = p.order_id where p.id = row_key);
    when 'disputes' then return (select audited_student('payments', d.payment_id::text) from disputes d where d.id = row_key);
    when 'receipts' then return (select audited_student('payments', r.payment_id::text) from receipts r where r.id = row_key);
    when 'refunds' then return (select audited_student('payments', r.payment_id::text) from refunds r where r.id = row_key);
    when 'refund_notes' then return (select audited_student('refunds', n.refund_id::text) from refund_notes n where n.id = row_key);
    when 'refund_vouchers' then return (select audited_student('refunds', v.refund_id::text) from refund_vouchers v where v.id = row_key);
    when 'purchase_requests' then return (select q.user_id from purchase_requests q where q.id = row_key);
    when 'student_exports' then return (select x.user_id from student_exports x where x.id = row_key);
    when 'student_notes' then return (select n.user_id from student_notes n where n.id = row_key);
    else return null;
  end case;
end $$;

create or replace function audited_rows_of_student(of_student bigint) returns table (table_name text, row_id text)
language sql stable
as $$
  with orders as materialized (select o.id from payment_orders o where o.user_id = of_student),
  paid as materialized (select p.id from payments p where p.order_id in (select o.id from orders o)),
  returned as materialized (select r.id from refunds r where r.payment_id in (select p.id from paid p)),
  places as materialized (select e.id from enrolments e where e.user_id = of_student),
  asked as materialized (
    select l.id, l.enquiry_id from leads l
    where l.order_id in (select o.id from orders o)
      union select l.id, l.enquiry_id from leads l where l.enquiry_id in (select e.id from enquiries e join users u on u.email = e.email where u.id = of_student))
  select 'users', of_student::text
  union all select 'payment_orders', o.id::text from orders o
  union all select 'payments', p.id::text from paid p
  union all select 'refunds', r.id::text from returned r
  union all select 'receipts', d.id::text from receipts d where d.payment_id in (select p.id from paid p)
  union all select 'refund_notes', d.id::text from refund_notes d where d.refund_id in (select r.id from returned r)
  union all select 'refund_vouchers', d.id::text from refund_vouchers d where d.refund_id in (select r.id from returned r)
  union all select 'disputes', d.id::text from disputes d where d.payment_id in (select p.id from paid p)
  union all select 'offline_payments', f.id::text from offline_payments f where f.user_id = of_student
  union all select 'approvals', a.id::text from approvals a where a.user_id = of_student
  union all select 'purchase_requests', q.id::text from purchase_requests q where q.user_id = of_student
  union all select 'enrolments', e.id::text from places e
  union all select 'enrolment_moves', m.id::text from enrolment_moves m where m.enrolment_id in (select e.id from places e)
  union all select 'attendance_decisions', d.id::text from attendance_decisions d where d.user_id = of_student
  union all select 'attendance_import_rows', x.id::text from attendance_import_rows x where x.user_id = of_student
  union all select 'sessions', s.id::text from sessions s where s.user_id = of_student
  union all select 'certificates', k.id::text from certificates k where k.user_id = of_student
  union all select 'questions', q.id::text from questions q where q.user_id = of_student
  union all select 'answers', a.id::text from answers a where a.user_id = of_student
  union all select 'reviews', r.id::text from reviews r where r.user_id = of_student
  union all select 'calendar_feeds', f.id::text from calendar_feeds f where f.user_id = of_student
  union all select 'student_notes', n.id::text from student_notes n where n.user_id = of_student
  union all select 'messages', m.id::text from messages m where m.student_id = of_student
  union all select 'student_exports', x.id::text from student_exports x where x.user_id = of_student
  union all select 'bouncing_addresses', b.id::text from bouncing_addresses b join users u on u.email = b.address where u.id = of_student
  union all select 'leads', l.id::text from asked l
  union all select 'enquiries', l.enquiry_id::text from asked l where l.enquiry_id is not null
  union all select 'lead_messages', m.id::text from lead_messages m where m.lead_id in (select l.id from asked l)
  union all select 'lead_notes', n.id::text from lead_notes n where n.lead_id in (select l.id from asked l)
$$;

-- A message shows its pictures until it is two days old, which is how long its mails are tried, and as long as it stays in the room.
create or replace view picture_uses as
select substring(c.image from '^media/library/([0-9a-f]{32})-') as key, 'courses' as resource, c.id, c.title
from courses c where c.image ~ '^media/library/'
union all
select substring(i.image from '^media/library/([0-9a-f]{32})-'), case i.utils_type when 'RES' then 'resources' else 'services' end, i.id, i.title
from utility_items i where i.image ~ '^media/library/'
union all
select substring(p.image from '^media/library/([0-9a-f]{32})-'), 'projects', p.id, p.title
from projects p where p.image ~ '^media/library/'
union all
select substring(n.portrait from '^media/library/([0-9a-f]{32})-'), 'instructors', n.id, n.name
from instructors n where n.portrait ~ '^media/library/'
union all
select distinct part[1], 'blogs', b.id, b.title
from blogs b
cross join lateral regexp_matches(concat_ws(' ', b.image, b.blocks::text), 'media/library/([0-9a-f]{32})-', 'g') as part
union all
select distinct substring(shown.path from '^media/library/([0-9a-f]{32})-'), 'settings', s.id, 'Brand'
from site_settings s
cross join lateral (values (s.settings ->> 'mark'), (s.settings ->> 'logo'), (s.settings ->> 'logo_dark')) as shown (path)
where shown.path ~ '^media/library/'
union all
select p.key, 'messages', m.id, case when m.student_id is null then m.subject else 'A message to one student' end
from messages m join media p on p.id = any (m.picture_ids)
where m.sent_at is null or m.stays_in_room or greatest(m.sent_at, m.retried_at) > app_now() - interval '2 days';
