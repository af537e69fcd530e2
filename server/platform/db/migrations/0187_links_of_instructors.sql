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
