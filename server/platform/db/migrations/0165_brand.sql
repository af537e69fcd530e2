-- The brand of the school shows pictures too.
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
where shown.path ~ '^media/library/';

-- A heading that stood in the home page is a setting now. A school that has saved its settings keeps it.
select set_config('app.actor_kind', 'system', true);
update site_settings set settings = jsonb_build_object(
  'companies_heading', 'We aim to connect our students with opportunities at top companies') || settings;
