-- What served a version before goes: columns under former names, the triggers that kept them equal, and views that nobody reads.

-- Who acted: the kinds of 0027 alone.
drop trigger refunds_fill_actor on refunds;
drop function fill_refund_actor();
drop index one_automatic_refund;
create unique index one_automatic_refund on refunds (payment_id) where actor_kind = 'system';
alter table refunds drop column actor;

drop trigger purchase_requests_fill_decider on purchase_requests;
drop function fill_request_decider();
alter table purchase_requests drop column decided_by;

drop view open_unmatched_payments;
drop trigger webhook_events_fill_dismisser on webhook_events;
drop trigger unmatched_payments_fill_dismisser on unmatched_payments;
drop function fill_dismisser();
alter table webhook_events drop column dismissed_by;
alter table unmatched_payments drop column dismissed_by;
create view open_unmatched_payments as
select s.*, s.amount_paise - s.refunded_paise as open_paise from unmatched_payments s
where s.dismissed_at is null and s.status <> 'refunded' and s.refunded_paise < s.amount_paise
  and not exists (select 1 from payments p where p.provider_payment_id = s.provider_payment_id);

drop trigger disputes_sync_reported_at on disputes;
drop function sync_dispute_reported_at();
alter table disputes drop column told_at;

-- The name of an instructor is that of the person.
drop trigger batches_instructor on batches;
drop function keep_batch_instructor();
create or replace function follow_instructor() returns trigger
language plpgsql
as $$
declare
  course integer;
begin
  for course in select distinct course_id from batches where instructor_id = new.id
  loop
    perform invalidate_cache('course:' || course);
  end loop;
  return null;
end $$;
alter table batches drop column instructor_name;

-- A recording belongs to a class, which says its batch and its number.
drop view batch_classes;
drop trigger recordings_session on recordings;
drop function keep_recording_session();
drop function session_of_day(integer, integer, date);
update recordings set kind = 'hls' where kind = 'file' and video_url ~* '[.]m3u8([?#]|$)';
create or replace view ready_recordings as
select
  r.id, s.batch_id, r.session_id, r.title, r.kind, r.video_url, r.captions_url, r.recorded_on, r.duration_seconds, r.is_preview,
  r.poster_url
from recordings r join class_sessions s on s.id = r.session_id
where r.withheld_at is null;
create or replace function announce_course_of_recording() returns trigger
language plpgsql
as $$
declare
  course integer;
begin
  for course in
    select distinct b.course_id from class_sessions s join batches b on b.id = s.batch_id
    where s.id in (case when tg_op <> 'DELETE' then new.session_id end, case when tg_op <> 'INSERT' then old.session_id end)
  loop
    perform invalidate_cache('course:' || course);
  end loop;
  return null;
end $$;
alter table recordings drop column batch_id, drop column day_number;

-- Unless somebody says another day, a recording is of the day of its class.
create function date_recording() returns trigger
language plpgsql
as $$
begin
  select (s.starts_at at time zone 'Asia/Kolkata')::date into new.recorded_on from class_sessions s where s.id = new.session_id;
  return new;
end $$;
create trigger recordings_date before insert on recordings for each row when (new.recorded_on is null) execute function date_recording();

-- Whether a course is published follows from its state, and nobody writes it.
drop view search_entries;
drop trigger courses_publication on courses;
drop function keep_course_publication();
create or replace view search_sources as
select 'course' as kind, c.id, c.title, c.category, c.description as summary,
  coalesce(c.image, 'media/art/course/' || c.id || '.svg') as image, null::date as published_on,
  concat_ws(' ', c.category, array_to_string(c.skills_covered || c.tools_covered || c.designations, ' ')) as keywords,
  concat_ws(' ', c.description, c.overview, array_to_string(c.objectives, ' '), c.curriculum::text) as body
from courses c
where c.publication = 'published'
union all
select case u.utils_type when 'RES' then 'resource' else 'service' end, u.id, u.title,
  case u.utils_type when 'RES' then 'Resource' else 'Service' end, u.summary,
  coalesce(u.image, 'media/art/' || case u.utils_type when 'RES' then 'resource' else 'service' end || '/' || u.id || '.svg'),
  null, u.summary, u.content::text
from utility_items u
where u.utils_type in ('SERV', 'RES') and u.publication = 'published'
union all
select 'blog', b.id, b.title, b.category, b.excerpt, coalesce(b.image, 'media/art/blog/' || b.id || '.svg'),
  b.published_on, concat_ws(' ', b.category, b.author), concat_ws(' ', b.excerpt, array_to_string(b.content, ' '))
from blogs b
where b.publication = 'published';
alter table courses drop column published, alter column publication set default 'published';
alter table courses add column published boolean not null generated always as (publication = 'published') stored;
create index courses_by_category on courses (lower(category), id) include (category, title) where published;
create index courses_by_id on courses (id) include (title) where published;
create index prime_courses_by_id on courses (id)
  where published and title ~ '(?<![[:alpha:][:digit:]])(?:Full Stack|AI|ML|Cloud|DevOps)(?![[:alpha:][:digit:]])';
create index courses_by_title on courses (title) where published;

-- Articles are written as blocks, and policies as versions.
drop trigger blogs_blocks on blogs;
drop function keep_blog_blocks();
drop trigger utility_items_policy on utility_items;
drop function follow_policy_text();

-- A job of an earlier version has no worker. A new school has no queue yet.
do $$
begin
  if to_regclass('pgboss.schedule') is not null then
    delete from pgboss.schedule where name = 'sweep-books';
  end if;
end $$;
