import type { JoinState } from '#contract/classes/classes.ts'
import { joinOpensMinutes } from '#contract/rules.ts'
import { allows } from '#contract/permissions.ts'
import type { Guest, Staff, Student } from '#server/platform/auth/principal.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import { notFound } from '#server/platform/errors/errors.ts'

export type Attendee = Student | Staff | Guest

// A student who is enrolled, the instructor of the class (the substitute, when it has one), staff who see every class, and a
// guest with a seat in this class.
const joinableClass = statement<JoinState>(
  'joinable_class',
  `select n.id as session_id, b.course_id, c.title as course, b.id as batch_id,
     case when n.state <> 'cancelled' then n.number end as number, n.total, n.topic, i.name as instructor,
     ${isoInstant('n.starts_at')} as starts_at, ${isoInstant('n.ends_at')} as ends_at,
     ${isoInstant('(n.starts_at - make_interval(mins => $5::integer))')} as opens_at,
     case when n.standing = 'cancelled' then 'cancelled' when n.standing = 'held' then 'over'
       when $2::bigint is not null and not exists (select 1 from open_enrolments o where o.batch_id = b.id and o.user_id = $2::bigint) then 'payment_due'
       when n.starts_at - make_interval(mins => $5::integer) <= app_now() then 'open' else 'early' end as state, n.cancel_reason,
     k.state as recording,
     coalesce(n.classroom_provider, b.classroom_provider) <> 'link' or coalesce(n.classroom_url, b.classroom_url) is not null as has_classroom,
     ${isoInstant('app_now()')} as now
   from numbered_sessions n join batches b on b.id = n.batch_id join courses c on c.id = b.course_id
   join instructors i on i.id = n.teacher_id
   join session_recordings k on k.session_id = n.id
   where n.id = $1 and ($4::boolean or i.staff_id = $3::integer
     or exists (select 1 from active_enrolments e where e.batch_id = b.id and e.user_id = $2::bigint)
     or exists (select 1 from trial_guests g where g.id = $6::bigint and g.session_id = n.id and g.released_at is null))`,
)

/** Returns a class and its state for somebody who may join it. @throws HttpError 404 for anybody else */
export async function findJoinable(db: Queryable, caller: Attendee, sessionId: number): Promise<JoinState> {
  const seesAll = caller.kind === 'staff' && allows(caller.roles, 'sessions:read')
  const values = [sessionId, idOf(caller, 'student'), idOf(caller, 'staff'), seesAll, joinOpensMinutes, idOf(caller, 'guest')]
  const found = await row(db, joinableClass, values)
  if (!found) throw notFound('Class not found.')
  return found
}

const idOf = (caller: Attendee, kind: Attendee['kind']) => (caller.kind === kind ? caller.id : null)
