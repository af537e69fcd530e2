import type { ClassPerson } from '#contract/classes/live-messages.ts'
import type { NamedPerson } from '#server/classes/classroom/engine/class-rights.ts'
import { one, type Queryable, rows, statement } from '#server/platform/db/query.ts'

/** A person in a class, with the row that everything they write refers to. */
export interface PersonInClass {
  id: number
  person: ClassPerson
}

const openLiveClass = statement('open_live_class', `insert into live_classes (session_id) values ($1) on conflict do nothing`)
const reopenLiveClass = statement(
  'reopen_live_class',
  `update live_classes set closed_at = null where session_id = $1 and closed_at is not null`,
)
const addClassPerson = statement(
  'add_class_person',
  `insert into class_people (session_id, user_id, staff_id, guest_id)
   values ($1, case $2 when 'student' then $3::bigint end, case $2 when 'staff' then $3::integer end, case $2 when 'guest' then $3::bigint end)
   on conflict do nothing`,
)
const findClassPerson = statement<{
  id: number
  person: ClassPerson
  removed: boolean
  ended: boolean
  voice: boolean
  screen: boolean
}>(
  'find_class_person',
  `select p.id::float8 as id, class_person(p) as person, p.removed_at is not null as removed, p.voice_at is not null as voice,
     p.screen_at is not null as screen, l.closed_at is not null as ended
   from class_people p join live_classes l on l.session_id = p.session_id where p.session_id = $1
     and case $2 when 'student' then p.user_id = $3::bigint when 'guest' then p.guest_id = $3::bigint else p.staff_id = $3::bigint end`,
)

/** Goes on with a class that was ended for all. */
export async function reopenClass(db: Queryable, sessionId: number): Promise<void> {
  await rows(db, reopenLiveClass, [sessionId])
}

/**
 * Opens the live side of a class, and writes down that a person came.
 * @param options.reopens lets a member of staff go on with a class that was ended
 */
export async function addToClass(
  db: Queryable,
  sessionId: number,
  { kind, id }: NamedPerson,
  { reopens = false } = {},
): Promise<PersonInClass & { removed: boolean; ended: boolean; voice: boolean; screen: boolean }> {
  await rows(db, openLiveClass, [sessionId])
  if (kind === 'staff' && reopens) await reopenClass(db, sessionId)
  await rows(db, addClassPerson, [sessionId, kind, id])
  return one(db, findClassPerson, [sessionId, kind, id])
}
