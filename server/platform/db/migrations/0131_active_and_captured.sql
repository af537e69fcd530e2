-- Which places count and which money came in are decided here alone. A full refund leaves a payment captured: the money came, and went back.
create view active_enrolments as
select id, user_id, batch_id, payment_id, created_at, ended_at, moved_at, version, import_id, reason, enrolled_by
from enrolments where ended_at is null;

-- Triggers and sums of a single row ask the function. The planner replaces it by its text, so that partial indexes serve both.
create function is_captured(status text) returns boolean
language sql immutable parallel safe
return status in ('captured', 'refunded');

create view captured_payments as
select id, provider_payment_id, order_id, amount_paise, currency, status, disposition, method, error_description, created_at, captured_at,
  unconfirmed_since, reviewed_at, reviewed_by, review_note
from payments where is_captured(status);

create or replace view batch_offers as
select
  b.id, b.course_id, b.starts_at, b.ends_at, b.time_text, b.class_minutes, b.weekdays, b.mode_of_training, b.batch_type,
  i.name as instructor_name,
  b.capacity, b.classroom_url, b.cancelled_at, b.created_at, b.updated_at,
  c.title as course_title,
  b.cancelled_at is null and b.starts_at > app_now() as is_ahead,
  case when b.capacity is not null then greatest(0, b.capacity
    - (select count(*) from active_enrolments e where e.batch_id = b.id)
    - (select count(*) from payment_orders o
       where o.batch_id = b.id and o.status in ('creating', 'open', 'attempted') and o.hold_until > app_now()
         and not exists (select 1 from active_enrolments e where e.batch_id = b.id and e.user_id = o.user_id)))::integer
  end as seats_left,
  b.instructor_id,
  (select count(*) from class_sessions k where k.batch_id = b.id and k.state <> 'cancelled')::integer as class_count,
  coalesce((select max(k.starts_at) from class_sessions k where k.batch_id = b.id and k.state <> 'cancelled'), b.starts_at)
    as last_class_at
from batches b
join courses c on c.id = b.course_id
join instructors i on i.id = b.instructor_id;

create or replace view payment_balances as
select
  p.id as payment_id,
  p.amount_paise,
  r.committed_paise,
  r.refunded_paise,
  case when is_captured(p.status) and p.disposition <> 'refunded'
    then greatest(0, p.amount_paise - r.committed_paise - d.lost_paise) else 0 end::bigint as refundable_paise
from payments p
cross join lateral (
  select
    coalesce(sum(f.amount_paise) filter (where f.status <> 'failed'), 0)::bigint as committed_paise,
    coalesce(sum(f.amount_paise) filter (where f.status = 'processed'), 0)::bigint as refunded_paise
  from refunds f
  where f.payment_id = p.id
) r
cross join lateral (
  select coalesce(sum(x.amount_deducted_paise), 0)::bigint as lost_paise from disputes x
  where x.payment_id = p.id and x.status = 'lost'
) d;

create or replace view accepted_work as
select e.user_id, e.batch_id, count(x.id)::integer as exercises,
  (count(x.id) filter (where exists (
    select from submissions s join submission_reviews r on r.submission_id = s.id
    where s.exercise_id = x.id and s.user_id = e.user_id and r.outcome = 'accepted')))::integer as accepted
from active_enrolments e
left join class_sessions c on c.batch_id = e.batch_id and c.state <> 'cancelled'
left join exercises x on x.session_id = c.id
group by e.user_id, e.batch_id;

create or replace view visible_reviews as
select r.id, r.course_id, coalesce(r.name, 'A student') as name, c.title as course, r.text as feedback, r.rating, r.decided_at
from reviews r join courses c on c.id = r.course_id
where r.state = 'published' and exists (
  select from active_enrolments e join batches b on b.id = e.batch_id
  where e.user_id = r.user_id and b.course_id = r.course_id);

create or replace function certificate_standing(of_batch integer, of_user bigint)
returns table (
  user_id bigint, rule text, wanted integer, attended integer, counted integer, exercises integer, accepted integer, meets boolean)
language sql stable
as $$
  select e.user_id, b.rule, b.wanted, coalesce(a.attended, 0), coalesce(a.counted, 0), coalesce(w.exercises, 0),
    coalesce(w.accepted, 0),
    case b.rule
      when 'attendance' then coalesce(a.counted > 0 and a.attended * 100 >= b.wanted * a.counted, false)
      when 'work' then coalesce(w.exercises > 0 and w.accepted * 100 >= b.wanted * w.exercises, false)
    end
  from certificate_batch(of_batch) b
  join active_enrolments e on e.batch_id = of_batch and (of_user is null or e.user_id = of_user)
  left join attendance_sums(of_batch, of_user) a on a.user_id = e.user_id
  left join accepted_work w on w.batch_id = of_batch and w.user_id = e.user_id
$$;

create or replace view figure_rows as
select p.captured_at as at, o.id as order_id, o.batch_id, b.course_id, source_of_provider(o.provider) as source,
  p.amount_paise as captured_paise, 0::bigint as refunded_paise, 0 as enrolments
from captured_payments p join payment_orders o on o.id = p.order_id join batches b on b.id = o.batch_id
union all
select r.settled_at, o.id, o.batch_id, b.course_id, source_of_provider(o.provider), 0, r.amount_paise, 0
from refunds r join payments p on p.id = r.payment_id join payment_orders o on o.id = p.order_id join batches b on b.id = o.batch_id
where r.status = 'processed'
union all
select e.created_at, o.id, e.batch_id, b.course_id, case when e.payment_id is null then 'hand' else source_of_provider(o.provider) end, 0, 0, 1
from enrolments e join batches b on b.id = e.batch_id left join payments p on p.id = e.payment_id left join payment_orders o on o.id = p.order_id;

create or replace function note_payment_figures() returns trigger
language plpgsql
as $$
begin
  if tg_op <> 'INSERT' and is_captured(old.status) then
    perform note_money(old.captured_at, old.order_id, -old.amount_paise, 0);
  end if;
  if tg_op <> 'DELETE' and is_captured(new.status) then
    perform note_money(new.captured_at, new.order_id, new.amount_paise, 0);
  end if;
  return null;
end $$;

create or replace trigger payments_note_figures_of_new after insert on payments
  for each row when (is_captured(new.status)) execute function note_payment_figures();
create or replace trigger payments_note_figures after update of status, amount_paise, captured_at, order_id on payments
  for each row when (is_captured(old.status) <> is_captured(new.status)
    or is_captured(new.status)
      and (old.amount_paise, old.captured_at, old.order_id) is distinct from (new.amount_paise, new.captured_at, new.order_id))
  execute function note_payment_figures();
create or replace trigger payments_note_figures_of_deleted after delete on payments
  for each row when (is_captured(old.status)) execute function note_payment_figures();
