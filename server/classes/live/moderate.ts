import { callEngine, EngineGone, roomPath } from '#server/classes/classroom/engine/call-engine.ts'
import { findEngine } from '#server/classes/classroom/engine/pin-engine.ts'
import { readPersonKey } from '#server/classes/classroom/engine/class-rights.ts'
import { row, rows, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import type { Writer } from './write-events.ts'

type LiveDeps = Pick<Deps, 'db' | 'config' | 'log'>

/** A person of a class by name, in SQL: $2 is the kind and $3 the id. */
const named = `p.session_id = $1 and case $2::text when 'student' then p.user_id = $3::bigint
  when 'guest' then p.guest_id = $3::bigint else p.staff_id = $3::bigint end`

const raiseClassHand = statement(
  'raise_class_hand',
  `with raised as (
     insert into class_hands (person_id, raised_at)
     select w.id, app_now() from class_people w join live_classes l on l.session_id = w.session_id
     where w.id = $2 and w.session_id = $1 and w.removed_at is null and l.closed_at is null on conflict do nothing returning person_id
   )
   select tell_class($1, json_build_object('type', 'hand', 'at', class_instant(app_now()), 'person', class_person_of(person_id), 'up', true))
   from raised`,
)
const lowerClassHand = statement(
  'lower_class_hand',
  `with lowered as (delete from class_hands h using class_people p where h.person_id = p.id and ${named} returning h.person_id)
   select tell_class($1, json_build_object('type', 'hand', 'at', class_instant(app_now()), 'person', class_person_of(person_id), 'up', false))
   from lowered`,
)
const setClassVoice = statement(
  'set_class_voice',
  `with changed as (
     update class_people p set voice_at = case when $4::boolean then app_now() end
     where ${named} and p.removed_at is null and (p.voice_at is not null) <> $4::boolean returning p.id
   )
   select tell_class($1, json_build_object('type', 'voice', 'at', class_instant(app_now()), 'person', class_person_of(id), 'allowed', $4::boolean))
   from changed`,
)
const lockLiveClass = statement('lock_live_class', `select from live_classes where session_id = $1 for update`)
const takeClassScreen = statement<{ person: string }>(
  'take_class_screen',
  `with taken as (
     update class_people p set screen_at = null where p.session_id = $1 and p.screen_at is not null returning p.id
   )
   select class_person_of(id) ->> 'id' as person,
     tell_class($1, json_build_object('type', 'screen', 'at', class_instant(app_now()), 'person', null)) from taken`,
)
const giveClassScreen = statement<{ id: number }>(
  'give_class_screen',
  `with given as (
     update class_people p set screen_at = app_now() where ${named} and p.user_id is not null and p.removed_at is null returning p.id
   )
   select id::float8 as id,
     tell_class($1, json_build_object('type', 'screen', 'at', class_instant(app_now()), 'person', class_person_of(id))) from given`,
)
const silenceClass = statement<{ person: string }>(
  'silence_class',
  `with changed as (
     update class_people p set voice_at = null where p.session_id = $1 and p.voice_at is not null returning p.id
   )
   select class_person_of(id) ->> 'id' as person, tell_class($1, json_build_object('type', 'voice', 'at', class_instant(app_now()),
     'person', class_person_of(id), 'allowed', false)) from changed`,
)
const setClassMuted = statement(
  'set_class_muted',
  `with changed as (
     update class_people p set muted_at = case when $4::boolean then app_now() end
     where ${named} and p.staff_id is null and (p.muted_at is not null) <> $4::boolean returning p.id
   )
   select tell_class($1, json_build_object('type', 'mute', 'at', class_instant(app_now()), 'person', class_person_of(id) ->> 'id',
     'muted', $4::boolean)) from changed`,
)
const removeClassPerson = statement(
  'remove_class_person',
  `with gone as (
     update class_people p set removed_at = app_now(), voice_at = null, screen_at = null
     where ${named} and p.staff_id is null and p.removed_at is null returning p.id
   ), hands as (delete from class_hands h using gone where h.person_id = gone.id)
   select tell_class($1, json_build_object('type', 'removed', 'at', class_instant(app_now()), 'person', class_person_of(id) ->> 'id')) from gone`,
)
const endLiveClass = statement(
  'end_live_class',
  `with ended as (
     update live_classes set closed_at = app_now() where session_id = $1 and closed_at is null returning session_id
   )
   select tell_class($1, json_build_object('type', 'ended', 'at', class_instant(app_now()))) from ended`,
)

const namedValues = (sessionId: number, key: string): unknown[] => {
  const person = readPersonKey(key)
  return [sessionId, person?.kind ?? '', person?.id ?? 0]
}

/** Raises the writer's own hand, or lowers that of a person. */
export async function moveHand(
  { db }: LiveDeps,
  { sessionId, id, person }: Writer,
  up: boolean,
  whose = person.id,
): Promise<void> {
  if (up) await rows(db, raiseClassHand, [sessionId, id])
  else await rows(db, lowerClassHand, namedValues(sessionId, whose))
}

/** Gives a person the microphone, or takes it back, which ends what they send. */
export async function giveVoice(deps: LiveDeps, sessionId: number, key: string, allowed: boolean): Promise<void> {
  await rows(deps.db, setClassVoice, [...namedValues(sessionId, key), allowed])
  if (!allowed) await endInEngine(deps, sessionId, { source: `voice-${key}` })
}

/** Lets a student show the own screen, and ends the one that is shown; or takes it back. One at a time, whoever asks at once. */
export async function giveScreen(deps: LiveDeps, sessionId: number, key: string, allowed: boolean): Promise<void> {
  if (!allowed) return takeScreen(deps, sessionId)
  const given = await transaction(deps.db, async (tx) => {
    await rows(tx, lockLiveClass, [sessionId])
    await rows(tx, takeClassScreen, [sessionId])
    return row(tx, giveClassScreen, namedValues(sessionId, key))
  })
  if (given) await endInEngine(deps, sessionId, { source: 'screen' })
}

/** Takes the screen back from the student who has it. The teacher's own goes on. */
export async function takeScreen(deps: LiveDeps, sessionId: number): Promise<void> {
  const taken = await rows(deps.db, takeClassScreen, [sessionId])
  await Promise.all(taken.map(({ person }) => endInEngine(deps, sessionId, { source: 'screen', person })))
}

/** Takes every microphone back. */
export async function silence(deps: LiveDeps, sessionId: number): Promise<void> {
  const silenced = await rows(deps.db, silenceClass, [sessionId])
  await Promise.all(silenced.map(({ person }) => endInEngine(deps, sessionId, { source: `voice-${person}` })))
}

export async function mute({ db }: LiveDeps, sessionId: number, key: string, muted: boolean): Promise<void> {
  await rows(db, setClassMuted, [...namedValues(sessionId, key), muted])
}

/** Sends a person out of the class for good. Teachers can't send each other out. */
export async function removeFromClass(deps: LiveDeps, sessionId: number, key: string): Promise<void> {
  await rows(deps.db, removeClassPerson, namedValues(sessionId, key))
  await endInEngine(deps, sessionId, { person: key })
}

/** Ends the class for all. */
export async function endClass(deps: LiveDeps, sessionId: number): Promise<void> {
  await rows(deps.db, endLiveClass, [sessionId])
  await endInEngine(deps, sessionId, {})
}

/** Ends connections of the engine. Where it does not answer, its look at rights does the same within two seconds. */
async function endInEngine(deps: LiveDeps, sessionId: number, query: Record<string, string>): Promise<void> {
  const engine = await findEngine(deps.db, sessionId)
  if (!engine) return
  await callEngine(deps, engine, { method: 'DELETE', path: roomPath(sessionId), query }).catch((error: unknown) => {
    if (!(error instanceof EngineGone)) throw error
  })
}
