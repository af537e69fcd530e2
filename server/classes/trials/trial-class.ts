import type { TrialClass } from '#contract/classes/trials.ts'
import { joinOpensMinutes } from '#contract/rules.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import { conflict, gone, type HttpError, notFound } from '#server/platform/errors/errors.ts'

/** SQL of the seats of a class `s` that guests have. */
export const seatsTaken = `(select count(*) from trial_guests g where g.session_id = s.id and g.released_at is null)::integer`

// A class that was never open to guests is none for them, whatever its number.
const trialClass = statement<TrialClass>(
  'trial_class',
  `select s.id as session_id, b.course_id, c.title as course, n.number, n.total, s.topic, i.name as instructor,
     ${isoInstant('s.starts_at')} as starts_at, ${isoInstant('s.ends_at')} as ends_at,
     ${isoInstant('(s.starts_at - make_interval(mins => $2::integer))')} as opens_at,
     case when n.standing = 'cancelled' then 'cancelled' when n.standing in ('live', 'held') then 'over'
       when t.taken >= s.trial_seats then 'full' else 'open' end as state,
     s.trial_seats as seats, greatest(s.trial_seats - t.taken, 0) as seats_left
   from class_sessions s join batches b on b.id = s.batch_id join courses c on c.id = b.course_id
   join numbered_sessions n on n.batch_id = s.batch_id and n.id = s.id
   join instructors i on i.id = n.teacher_id
   cross join lateral (select ${seatsTaken} as taken) t
   where s.id = $1 and c.published and b.published and (s.trial_seats > 0 or t.taken > 0)`,
)

/** Returns a class that is open to guests, or was. @throws HttpError 404 for any other */
export async function findTrialClass(db: Queryable, sessionId: number): Promise<TrialClass> {
  const found = await row(db, trialClass, [sessionId, joinOpensMinutes])
  if (!found) throw notFound('This class is not open to guests.')
  return found
}

/** Why a class takes no guest: 409 when all seats are taken, 410 when it has begun or is cancelled. */
export function closedFor({ state }: Pick<TrialClass, 'state'>): HttpError | undefined {
  if (state === 'full') return conflict('no_seat', 'All seats for guests of this class are taken.')
  if (state === 'over') return gone('class_begun', 'This class takes no more guests: it has begun.')
  return state === 'cancelled' ? gone('class_cancelled', 'This class is cancelled.') : undefined
}
