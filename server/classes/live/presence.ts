import type { ClassPerson } from '#contract/classes/live-messages.ts'
import { one, type Queryable, rows, statement } from '#server/platform/db/query.ts'
import type { Writer } from './write-events.ts'

/** Seconds after which a presence that no process has seen is over: its process died. */
const unseenSeconds = 45

const present = `(select 1 from class_presence o where o.person_id = p.id and o.left_at is null
  and o.seen_at > app_now() - make_interval(secs => ${unseenSeconds}))`
const tellPresence = (here: boolean) =>
  `tell_class($1, json_build_object('type', 'presence', 'at', class_instant(app_now()), 'person', class_person(p), 'here', ${here}))`

// Who comes back, or opens a second window, came before.
const beginClassPresence = statement<{ id: number }>(
  'begin_class_presence',
  `with told as (select ${tellPresence(true)} from class_people p where p.id = $2 and not exists ${present})
   insert into class_presence (person_id, began_at, seen_at) select $2, app_now(), app_now() from (select count(*) from told) t
   returning id::float8 as id`,
)
const endClassPresence = statement(
  'end_class_presence',
  `with ended as (
     update class_presence set left_at = app_now(), seen_at = app_now() where id = $3 and left_at is null returning id
   )
   select ${tellPresence(false)} from ended join class_people p on p.id = $2
   where not exists (select 1 from class_presence o where o.person_id = p.id and o.id <> $3 and o.left_at is null
     and o.seen_at > app_now() - make_interval(secs => ${unseenSeconds}))`,
)
const seeClassPresence = statement(
  'see_class_presence',
  `update class_presence set seen_at = app_now() where id = any ($1::bigint[])`,
)
const presentClassPeople = statement<{ person: ClassPerson; hand: boolean; voice: boolean; screen: boolean }>(
  'present_class_people',
  `select class_person(p) as person, h.person_id is not null as hand, p.voice_at is not null as voice,
     p.screen_at is not null as screen
   from class_people p left join class_hands h on h.person_id = p.id where p.session_id = $1 and exists ${present}
   order by h.raised_at nulls last, p.id`,
)

export async function beginPresence(db: Queryable, { sessionId, id }: Writer): Promise<number> {
  return (await one(db, beginClassPresence, [sessionId, id])).id
}

export async function endPresence(db: Queryable, { sessionId, id }: Writer, presence: number): Promise<void> {
  await rows(db, endClassPresence, [sessionId, id, presence])
}

export async function seePresence(db: Queryable, presences: readonly number[]): Promise<void> {
  if (presences.length > 0) await rows(db, seeClassPresence, [presences])
}

/** Who is in a class, the raised hands first and in order. */
export const readPresentPeople = (db: Queryable, sessionId: number) => rows(db, presentClassPeople, [sessionId])
