-- Links by which visitors see the work of an instructor.
create function are_links(links jsonb, most integer) returns boolean
language sql
immutable
as $$
  select jsonb_typeof(links) = 'array' and jsonb_array_length(links) <= most and coalesce((
    select bool_and(
      coalesce(l ->> 'kind' in ('site', 'code', 'talks', 'writing', 'other'), false)
      and coalesce(char_length(l ->> 'label') between 1 and 40, false)
      and coalesce(l ->> 'url' ~* '^https://' and char_length(l ->> 'url') <= 500, false))
    from jsonb_array_elements(case jsonb_typeof(links) when 'array' then links else '[]' end) l), true)
$$;

alter table instructors add column links jsonb not null default '[]';
alter table instructors add constraint instructors_links check (are_links(links, 4));
comment on column instructors.links is '[{"kind": "code", "label": "Code", "url": "https://…"}], at most four.';

-- A short video in which an instructor says hello: docs/decisions/hello.md.
alter table instructors
  add column hello_key text check (hello_key ~ '^[0-9a-f]{32}$'),
  add column hello_type text check (hello_type in ('mp4', 'webm')),
  add column hello_seconds integer check (hello_seconds between 1 and 30),
  add column hello_vtt text check (starts_with(hello_vtt, 'WEBVTT') and char_length(hello_vtt) <= 8000);
alter table instructors add constraint instructors_hello_is_whole
  check (num_nulls(hello_key, hello_type, hello_seconds, hello_vtt) in (0, 4));
comment on column instructors.hello_key is 'Names the file of the hello. Null without one.';
comment on column instructors.hello_vtt is 'What is said in it, as WebVTT.';
create unique index instructors_hello on instructors (hello_key) where hello_key is not null;
comment on table media_removals is 'Files of pictures and hellos that are to be deleted.';
