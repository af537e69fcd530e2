-- A teacher lets one student of a class show the own screen.
alter table class_people add column screen_at timestamptz;
comment on column class_people.screen_at is 'Since when the person may show their screen; null when they may not. One in a class.';
create unique index class_people_screen on class_people (session_id) where screen_at is not null;
