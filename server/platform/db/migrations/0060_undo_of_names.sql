-- The former name, in a link that restores a name. Other links have none.
alter table undo_links add column full_name text;
