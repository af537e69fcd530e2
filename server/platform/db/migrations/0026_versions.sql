-- What staff edit has a version, by which a change can say what it is based on. Every update raises it by one, whoever
-- makes it; what a statement writes into the column does not count.
create function raise_version() returns trigger
language plpgsql
as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

alter table courses add column version integer not null default 1;
alter table batches add column version integer not null default 1;
alter table recordings add column version integer not null default 1;
alter table utility_items add column version integer not null default 1;
alter table projects add column version integer not null default 1;
alter table blogs add column version integer not null default 1;
alter table companies add column version integer not null default 1;
alter table testimonials add column version integer not null default 1;
alter table site_settings add column version integer not null default 1;
alter table users add column version integer not null default 1;
alter table enrolments add column version integer not null default 1;
alter table enquiries add column version integer not null default 1;
alter table purchase_requests add column version integer not null default 1;

create trigger courses_version before update on courses for each row execute function raise_version();
create trigger batches_version before update on batches for each row execute function raise_version();
create trigger recordings_version before update on recordings for each row execute function raise_version();
create trigger utility_items_version before update on utility_items for each row execute function raise_version();
create trigger projects_version before update on projects for each row execute function raise_version();
create trigger blogs_version before update on blogs for each row execute function raise_version();
create trigger companies_version before update on companies for each row execute function raise_version();
create trigger testimonials_version before update on testimonials for each row execute function raise_version();
create trigger site_settings_version before update on site_settings for each row execute function raise_version();
create trigger users_version before update on users for each row execute function raise_version();
create trigger enrolments_version before update on enrolments for each row execute function raise_version();
create trigger enquiries_version before update on enquiries for each row execute function raise_version();
create trigger purchase_requests_version before update on purchase_requests for each row execute function raise_version();

-- As before, but a version is no word either: a new price must not write a course's search documents anew.
create or replace function search_follow() returns trigger
language plpgsql
as $$
declare
  ids integer[];
begin
  if tg_op = 'UPDATE' then
    ids := array(
      select c.id from changed c join before b on b.id = c.id
      where to_jsonb(c) - '{price_paise,discounts,amount_paise,updated_at,version}'::text[]
        is distinct from to_jsonb(b) - '{price_paise,discounts,amount_paise,updated_at,version}'::text[]);
  else
    ids := array(select id from changed);
  end if;
  if cardinality(ids) > 0 then perform search_index(tg_argv, ids); end if;
  return null;
end $$;
