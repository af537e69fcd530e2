-- What a new school begins with, each set once: a set that was given, or was not needed, has a row and does not come again.
create table starter_sets (
  name text primary key,
  given_at timestamptz not null default now(),
  -- Rows that were given, by which an untouched set is found again.
  row_ids integer[] not null default '{}'
);
comment on table starter_sets is 'A set of first content that a new school was given, or that an older school did not need.';
comment on column starter_sets.row_ids is 'Ids of the rows that were given.';

insert into starter_sets (name)
select s.name from unnest(array['holidays', 'policies', 'reply-templates']) as s (name)
where exists (select 1 from courses) or exists (select 1 from instructors) or exists (select 1 from batches)
  or exists (select 1 from utility_items where utils_type <> 'POL') or exists (select 1 from policy_versions)
  or exists (select 1 from projects) or exists (select 1 from blogs) or exists (select 1 from companies)
  or exists (select 1 from testimonials) or exists (select 1 from holidays) or exists (select 1 from reply_templates)
  or exists (select 1 from site_settings);

alter table holidays add column is_tentative boolean not null default false;
comment on column holidays.is_tentative is 'The day depends on the moon or a notice of the government, and nobody has confirmed it.';

alter table reply_templates add column is_draft boolean not null default false;
comment on column reply_templates.is_draft is 'A draft is not offered for replies.';
