-- The kind of lead that a template answers. It stands first in the list of such a lead. Null is for all kinds.
alter table reply_templates
  add column kind text check (kind in ('callback', 'hire', 'research', 'contact', 'checkout'));
update reply_templates set kind = case name when 'Call back' then 'callback' when 'Hiring' then 'hire' when 'Research' then 'research' end
  where name in ('Call back', 'Hiring', 'Research');
