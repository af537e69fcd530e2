import type { ParsedOf } from '#contract/endpoint.ts'
import { allows } from '#contract/permissions.ts'
import type { ClassGuests, setTrialSeats as contract } from '#contract/classes/staff/trials.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { type ClassStanding, seesClass, teacherOf } from '#server/classes/sessions/taught-classes.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, notFound, StaleVersion } from '#server/platform/errors/errors.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { seatsTaken } from './trial-class.ts'

const seatsOfClass = statement<{ version: number; seats: number; taken: number; standing: ClassStanding; mine: boolean }>(
  'seats_of_class',
  `select s.version, s.trial_seats as seats, ${seatsTaken} as taken, n.standing, ${seesClass('n', '$3')} as mine
   from class_sessions s join numbered_sessions n on n.id = s.id where s.id = $1 and ${seesClass('n', '$2')}`,
)
const guestsOfClass = statement<ClassGuests['guests'][number]>(
  'guests_of_class',
  `select g.id::float8 as id, e.name, case when $2::boolean then l.id::float8 end as lead_id, ${isoInstant('g.created_at')} as created_at,
     ${isoInstant('g.released_at')} as released_at, ${isoInstant('g.joined_at')} as joined_at
   from trial_guests g join enquiries e on e.id = g.enquiry_id join leads l on l.enquiry_id = e.id
   where g.session_id = $1 order by g.released_at is not null, g.id`,
)
// Who teaches the class and whether it has begun is asked again here.
const updateTrialSeats = statement<{ id: number }>(
  'update_trial_seats',
  `update class_sessions s set trial_seats = $4 from numbered_sessions n
   where s.id = $1 and s.version = any ($3::integer[]) and n.id = s.id and n.standing = 'scheduled' and ${seesClass('n', '$2')}
   returning s.id`,
)

/** @throws HttpError 404 for a class that the person does not see */
export async function readClassGuests(deps: Deps, staff: Staff, id: number): Promise<ClassGuests> {
  return (await read(deps.db, staff, id, 'trials:read')).answer
}

/**
 * Sets how many guests a class takes. Guests keep their seats, and nobody is told.
 * @throws HttpError 404; 409 for a class that has begun or is cancelled; StaleVersion
 */
export async function setTrialSeats(
  deps: Deps,
  staff: Staff,
  { id, versions, body }: Target & { body: ParsedOf<typeof contract>['body'] },
): Promise<ClassGuests> {
  return staffTransaction(deps, staff, async (tx) => {
    const before = await read(tx, staff, id, 'trials:write')
    if (before.standing === 'cancelled') throw conflict('class_cancelled', 'This class is cancelled.')
    if (before.standing !== 'scheduled') throw conflict('class_begun', 'This class has begun.')
    if (versions.includes(before.answer.version) && before.answer.seats === body.seats) return before.answer
    const written = await row(tx, updateTrialSeats, [id, teacherOf(staff, 'trials:write'), versions, body.seats])
    const { answer } = await read(tx, staff, id, 'trials:write')
    if (!written) throw new StaleVersion(answer)
    return answer
  })
}

async function read(db: Queryable, staff: Staff, id: number, reach: 'trials:read' | 'trials:write') {
  const found = await row(db, seatsOfClass, [id, teacherOf(staff, reach), teacherOf(staff, 'trials:write')])
  if (!found) throw notFound('Class not found.')
  const guests = await rows(db, guestsOfClass, [id, allows(staff.roles, 'leads:read')])
  const { standing, mine, ...seats } = found
  const mayChange = standing === 'scheduled' && mine && allows(staff.roles, 'trials:write')
  const answer: ClassGuests = { ...seats, may_change: mayChange, guests }
  return { standing, answer }
}
