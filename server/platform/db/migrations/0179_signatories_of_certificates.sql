-- Who signed a certificate stays with it.
alter table certificates add column signatory_name text check (signatory_name <> ''),
  add column signatory_title text not null default '',
  add constraint certificates_title_of_signatory check (signatory_name is not null or signatory_title = '');
comment on column certificates.signatory_name is 'As at issue. Null when the school had named nobody: who signs today is shown.';

create function certificate_signatory() returns table (name text, title text)
language sql stable
as $$
  select nullif(s.settings ->> 'signatory_name', ''),
    case when s.settings ->> 'signatory_name' <> '' then coalesce(s.settings ->> 'signatory_title', '') else '' end
  from (select (select settings from site_settings) as settings) s
$$;

-- Certificates show pictures of the settings.
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
cross join lateral (values (s.settings ->> 'mark'), (s.settings ->> 'logo'), (s.settings ->> 'logo_dark'),
  (s.settings ->> 'signature'), (s.settings ->> 'seal')) as shown (path)
where shown.path ~ '^media/library/'
union all
select p.key, 'messages', m.id, case when m.student_id is null then m.subject else 'A message to one student' end
from messages m join media p on p.id = any (m.picture_ids)
where m.sent_at is null or m.stays_in_room or greatest(m.sent_at, m.retried_at) > app_now() - interval '2 days';
