import type { System } from '#server/platform/auth/principal.ts'
import { type Queryable, row, rows, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import type { Classroom } from './classroom.ts'
import { readClassroomSession } from './classroom-session.ts'
import { classroomOf } from './classrooms.ts'

interface Waiting {
  id: number
  session_id: number
  provider: string
}

// The row stays locked while the provider is asked, and later changes of the class wait for it. So two processes never work
// on one class.
const nextClassroomUpdate = statement<Waiting>(
  'next_classroom_update',
  `select o.id::float8 as id, o.session_id, o.provider from classroom_outbox o
   where o.done_at is null and o.next_attempt_at <= app_now() and not exists (
     select 1 from classroom_outbox e
     where e.session_id = o.session_id and e.provider = o.provider and e.done_at is null and e.id < o.id)
   order by o.id limit 1 for update skip locked`,
)
// The change of a class says nothing of what to do: one call brings the provider up to date with all of them.
const finishClassroomUpdates = statement(
  'finish_classroom_updates',
  `update classroom_outbox set done_at = app_now(), attempts = attempts + 1, last_error = null
   where session_id = $1 and provider = $2 and id <= $3 and done_at is null`,
)
// Five seconds doubling to an hour.
const postponeClassroomUpdate = statement(
  'postpone_classroom_update',
  `update classroom_outbox set attempts = attempts + 1, last_error = $2,
     next_attempt_at = app_now() + least(interval '1 hour', interval '5 seconds' * power(2, least(attempts, 12)))
   where id = $1`,
)
const storeMeeting = statement(
  'store_meeting',
  `insert into classroom_meetings (session_id, provider, external_id, facts, created_at) values ($1, $2, $3, $4, app_now())
   on conflict (session_id, provider) do update set external_id = excluded.external_id, facts = excluded.facts`,
)
const orphanedMeetings = statement<{ id: number; external_id: string; facts: Record<string, unknown> }>(
  'orphaned_meetings',
  `select id::float8 as id, external_id, facts from classroom_meetings where session_id is null and provider = $1`,
)
const removeMeeting = statement('remove_meeting', `delete from classroom_meetings where id = $1`)
const removeMeetingOfSession = statement(
  'remove_meeting_of_session',
  `delete from classroom_meetings where session_id = $1 and provider = $2`,
)

type ClassroomDeps = Pick<Deps, 'db' | 'log' | 'classrooms' | 'stopping'>

/** Tells the providers what has changed in their classes. A provider that fails is asked again later. */
export async function updateClassrooms(deps: ClassroomDeps, _system: System): Promise<void> {
  while (!deps.stopping.aborted && (await updateNext(deps))) {
    // One class after the other.
  }
}

async function updateNext(deps: ClassroomDeps): Promise<boolean> {
  return transaction(deps.db, async (tx) => {
    const waiting = await row(tx, nextClassroomUpdate)
    if (!waiting) return false
    try {
      await bringUpToDate(tx, classroomOf(deps.classrooms, waiting.provider), waiting)
      await rows(tx, finishClassroomUpdates, [waiting.session_id, waiting.provider, waiting.id])
    } catch (error) {
      deps.log.warn({ err: error, session: waiting.session_id }, 'a classroom could not be updated and is tried again')
      const reason = error instanceof Error ? error.message : String(error)
      await rows(tx, postponeClassroomUpdate, [waiting.id, reason.slice(0, 300)])
    }
    return true
  })
}

async function bringUpToDate(tx: Queryable, classroom: Classroom, { session_id: id, provider }: Waiting): Promise<void> {
  const found = await readClassroomSession(tx, id, provider)
  if (!found) {
    for (const { id: meetingId, external_id: externalId, facts } of await rows(tx, orphanedMeetings, [provider])) {
      await classroom.cancel({ externalId, facts })
      await rows(tx, removeMeeting, [meetingId])
    }
    return
  }
  const { session, cancelled } = found
  const isHeldHere = found.provider === provider && !cancelled
  if (!isHeldHere) {
    if (!session.meeting) return
    await classroom.cancel(session.meeting)
    await rows(tx, removeMeetingOfSession, [id, provider])
    return
  }
  if (session.meeting) return classroom.move(session, session.meeting)
  const made = await classroom.ensure(session)
  if (made) await rows(tx, storeMeeting, [id, provider, made.externalId, JSON.stringify(made.facts)])
}
