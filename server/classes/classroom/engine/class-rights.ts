import { rolesWith } from '#contract/permissions.ts'
import { joinOpensMinutes, overrunMinutes } from '#contract/rules.ts'
import { type Queryable, rows, statement } from '#server/platform/db/query.ts'

/** A person of a class as engines and tokens name them: `student-7`, `staff-2`, `guest-3`. */
const personKey = /^(student|staff|guest)-([1-9]\d{0,14})$/

export interface NamedPerson {
  kind: 'student' | 'staff' | 'guest'
  id: number
}

/** Reads the name of a person; undefined for any other text. */
export function readPersonKey(key: string): NamedPerson | undefined {
  const [, kind, id] = personKey.exec(key) ?? []
  return kind === 'student' || kind === 'staff' || kind === 'guest' ? { kind, id: Number(id) } : undefined
}

// The same people as those who may join, for as long as the class runs over.
const peopleWithRight = statement<{ session_id: number; person: string }>(
  'people_with_right',
  `select n.id as session_id, p.kind || '-' || p.id as person
   from unnest($1::integer[], $2::text[], $3::bigint[]) as p (session_id, kind, id)
   join numbered_sessions n on n.id = p.session_id
   where n.state <> 'cancelled' and n.standing <> 'cancelled'
     and n.starts_at - make_interval(mins => $4) <= app_now() and n.ends_at + make_interval(mins => $5) > app_now()
     and not exists (select 1 from live_classes l where l.session_id = n.id and l.closed_at is not null)
     and not exists (select 1 from class_people r where r.session_id = n.id and r.removed_at is not null
       and case p.kind when 'student' then r.user_id = p.id when 'guest' then r.guest_id = p.id else r.staff_id = p.id end)
     and case p.kind
       when 'student' then exists (select 1 from open_enrolments e where e.user_id = p.id and e.batch_id = n.batch_id)
       when 'guest' then exists (select 1 from trial_guests g where g.id = p.id and g.session_id = n.id and g.released_at is null)
       else exists (select 1 from staff s where s.id = p.id and s.disabled_at is null
         and (s.roles && $6::text[] or exists (select 1 from instructors i where i.id = n.teacher_id and i.staff_id = s.id))) end`,
)

/** Of people in classes, those who may be there now. */
export async function keepPeopleWithRight(
  db: Queryable,
  people: readonly { sessionId: number; person: NamedPerson }[],
): Promise<Set<string>> {
  const found = await rows(db, peopleWithRight, [
    people.map(({ sessionId }) => sessionId),
    people.map(({ person }) => person.kind),
    people.map(({ person }) => person.id),
    joinOpensMinutes,
    overrunMinutes,
    rolesWith('sessions:read'),
  ])
  return new Set(found.map(({ session_id: sessionId, person }) => `${sessionId} ${person}`))
}

/** Whether one person may be in a class now. */
export async function hasRight(db: Queryable, sessionId: number, person: NamedPerson): Promise<boolean> {
  return (await keepPeopleWithRight(db, [{ sessionId, person }])).size > 0
}
