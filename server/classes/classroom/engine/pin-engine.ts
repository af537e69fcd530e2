import { type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import type { EngineAddress } from './call-engine.ts'

const pinnedEngine = statement<EngineAddress>(
  'pinned_engine',
  `select e.id, e.control_url from classroom_meetings m join classroom_engines e on e.id = m.engine_id
   where m.session_id = $1 and m.provider = 'builtin' and e.stopped_at is null`,
)
// Who comes first decides, and everybody else gets the same answer. The engine with the fewest classes of these hours is taken.
const pinEngine = statement<EngineAddress>(
  'pin_engine',
  `with chosen as (
     select e.id from classroom_engines e where e.stopped_at is null
     order by (select count(*) from classroom_meetings m join class_sessions s on s.id = m.session_id
       where m.engine_id = e.id and s.starts_at < app_now() + interval '1 hour' and s.ends_at > app_now()), e.started_at desc
     limit 1
   ), pinned as (
     insert into classroom_meetings as m (session_id, provider, external_id, facts, engine_id, created_at)
     select $1, 'builtin', 'class-' || $1::integer, '{}', chosen.id, app_now() from chosen
     on conflict (session_id, provider) do update set engine_id = case
       when exists (select 1 from classroom_engines e where e.id = m.engine_id and e.stopped_at is null) then m.engine_id
       else excluded.engine_id end
     returning engine_id
   )
   select e.id, e.control_url from pinned join classroom_engines e on e.id = pinned.engine_id`,
)
const noteGoneEngine = statement(
  'note_gone_engine',
  `update classroom_engines set stopped_at = app_now() where id = $1 and stopped_at is null`,
)

/** Returns the engine that carries a class, and gives it one where it has none that runs; undefined when none runs. */
export async function engineOf(db: Queryable, sessionId: number): Promise<EngineAddress | undefined> {
  return (await row(db, pinnedEngine, [sessionId])) ?? (await row(db, pinEngine, [sessionId]))
}

/** Returns the engine that carries a class, if one does. */
export const findEngine = (db: Queryable, sessionId: number): Promise<EngineAddress | undefined> =>
  row(db, pinnedEngine, [sessionId])

/** Notes that an engine did not answer, so that its classes get another one. */
export async function noteGone(db: Queryable, { id }: EngineAddress): Promise<void> {
  await rows(db, noteGoneEngine, [id])
}

const sweepEngines = statement('sweep_engines', `delete from classroom_engines where stopped_at < app_now() - interval '7 days'`)

/** Forgets engines that ended long ago. */
export async function removeOldEngines(db: Queryable): Promise<void> {
  await rows(db, sweepEngines)
}
