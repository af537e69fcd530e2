import type { JoinState } from '#contract/classes/classes.ts'
import { readClassroomSession } from '#server/classes/classroom/classroom-session.ts'
import { classroomOf } from '#server/classes/classroom/classrooms.ts'
import type { ClassroomPerson } from '#server/classes/classroom/classroom.ts'
import { one, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { HttpError, notFound, unavailable } from '#server/platform/errors/errors.ts'
import { timeOf } from '#server/platform/text/format.ts'
import { type Attendee, findJoinable } from './find-joinable.ts'

const nameOfHost = statement<{ name: string }>('name_of_host', `select name from staff where id = $1`)
// The class may end between its reading and this: then the press is none.
const insertPress = statement<{ id: number }>(
  'insert_press',
  `insert into attendance_evidence (session_id, user_id, staff_id, source, began_at, received_at)
   select s.id, $2::bigint, $3::integer, 'press', app_now(), app_now() from class_sessions s where s.id = $1 and s.ends_at > app_now()
   returning id::float8 as id`,
)
// No evidence: figures of attendance are about students.
const noteGuestJoined = statement<{ id: number }>(
  'note_guest_joined',
  `update trial_guests g set joined_at = coalesce(g.joined_at, app_now()) from class_sessions s
   where g.id = $2 and s.id = $1 and g.session_id = s.id and g.released_at is null and s.ends_at > app_now() returning g.id::float8 as id`,
)

/**
 * Returns the address of a class's classroom, and stores that the person pressed Join, a guest only that they came. This is the only way in which such an
 * address leaves the server.
 * @throws HttpError 404 for anybody who is not of the class; 409 before it opens, while a part of the fee is due, and without a classroom; 410 when it is over
 * or cancelled; 503 when the classroom's provider fails
 */
export async function joinClass(deps: Deps, caller: Attendee, sessionId: number): Promise<{ url: string }> {
  const state = await findJoinable(deps.db, caller, sessionId)
  refuseUnlessOpen(state)
  const found = await readClassroomSession(deps.db, sessionId)
  if (!found) throw notFound('Class not found.')
  const person = await personOf(deps, caller)
  const url = await classroomOf(deps.classrooms, found.provider)
    .joinUrl(found.session, person)
    .catch((error: unknown) => {
      deps.log.warn({ err: error, session: sessionId }, 'a classroom gave no address')
      throw unavailable('The classroom does not answer. Please try again in a few seconds.')
    })
  if (url === null)
    throw notYet('no_classroom', 'This class has no classroom yet. Please try again in a minute, or write to us.', state)
  if (!(await notePress(deps, caller, sessionId))) throw over(await findJoinable(deps.db, caller, sessionId))
  return { url }
}

/** @throws HttpError 409 before it opens and while a part of the fee is due; 410 when it is over or cancelled */
export function refuseUnlessOpen(state: JoinState): void {
  if (state.state === 'early') throw notYet('class_not_open', `This class opens at ${timeOf(state.opens_at)}.`, state)
  if (state.state === 'payment_due')
    throw notYet('payment_due', 'A part of your fee is due. Joining opens at once when it is paid.', state)
  if (state.state === 'over' || state.state === 'cancelled') throw over(state)
}

const notYet = (code: string, message: string, { opens_at }: JoinState) =>
  new HttpError(409, code, message, { facts: { opens_at } })

function over({ state, recording }: JoinState): HttpError {
  return state === 'cancelled'
    ? new HttpError(410, 'class_cancelled', 'This class is cancelled.', { facts: { recording: null } })
    : new HttpError(410, 'class_over', 'This class is over.', { facts: { recording } })
}

async function notePress(deps: Deps, caller: Attendee, sessionId: number): Promise<boolean> {
  if (caller.kind === 'guest') return (await rows(deps.db, noteGuestJoined, [sessionId, caller.id])).length > 0
  const [student, staff] = caller.kind === 'student' ? [caller.id, null] : [null, caller.id]
  return (await rows(deps.db, insertPress, [sessionId, student, staff])).length > 0
}

export async function personOf(deps: Deps, caller: Attendee): Promise<ClassroomPerson> {
  if (caller.kind === 'guest') return { id: `guest-${caller.id}`, name: caller.fullName, role: 'participant' }
  if (caller.kind === 'student') return { id: `student-${caller.id}`, name: caller.fullName, role: 'participant' }
  return { id: `staff-${caller.id}`, name: (await one(deps.db, nameOfHost, [caller.id])).name, role: 'host' }
}
