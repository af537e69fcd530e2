-- Classes are held in the product itself: a media engine is a process, and each class is pinned to one of them.
create table classroom_engines (
  id uuid primary key,
  control_url text not null check (control_url ~ '^http://'),
  started_at timestamptz not null,
  stopped_at timestamptz
);
comment on table classroom_engines is 'A process that carries sound and pictures of classes.';
comment on column classroom_engines.control_url is 'Where web processes reach it. Its secret is derived from AUTH_SECRET and the id.';
comment on column classroom_engines.stopped_at is 'Set by its server, or by the first web process that does not reach it.';
create index classroom_engines_running on classroom_engines (started_at) where stopped_at is null;

alter table classroom_meetings add column engine_id uuid references classroom_engines (id) on delete set null;
comment on column classroom_meetings.engine_id is 'The engine that carries the class; null before somebody enters.';
create index classroom_meetings_by_engine on classroom_meetings (engine_id) where engine_id is not null;
