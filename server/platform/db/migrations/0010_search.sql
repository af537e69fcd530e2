-- Words with a letter amiss are found by their trigrams, those with two letters swapped by their distance.
create extension if not exists pg_trgm;
create extension if not exists fuzzystrmatch;

-- What a visitor can search for, one row each. A school has hundreds of these at most, which are
-- compared in a few milliseconds; an index over four tables would cost more than it saved.
create view search_entries as
select 'course' as kind, c.id, c.title, c.category, c.description as summary,
  coalesce(c.image, 'media/art/course/' || c.id || '.svg') as image,
  concat_ws(' ', c.category, array_to_string(c.skills_covered || c.tools_covered || c.designations, ' ')) as keywords,
  concat_ws(' ', c.description, c.overview, array_to_string(c.objectives, ' '), c.curriculum::text) as body
from courses c
where c.published
union all
select case u.utils_type when 'RES' then 'resource' else 'service' end, u.id, u.title,
  case u.utils_type when 'RES' then 'Resource' else 'Service' end, u.summary,
  coalesce(u.image, 'media/art/' || case u.utils_type when 'RES' then 'resource' else 'service' end || '/' || u.id || '.svg'),
  u.summary, u.content::text
from utility_items u
where u.utils_type in ('SERV', 'RES')
union all
select 'blog', b.id, b.title, b.category, b.excerpt, coalesce(b.image, 'media/art/blog/' || b.id || '.svg'),
  concat_ws(' ', b.category, b.author), concat_ws(' ', b.excerpt, array_to_string(b.content, ' '))
from blogs b
where b.published_on <= (app_now() at time zone 'Asia/Kolkata')::date;
