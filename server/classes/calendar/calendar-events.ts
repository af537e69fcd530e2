import { type Queryable, rows, statement } from '#server/platform/db/query.ts'

/** A class as it stands in the calendar of one person. */
export interface CalendarEvent {
  id: number
  course: string
  /** Null when the class is cancelled. */
  number: number | null
  total: number
  topic: string
  module: string
  prepare: string
  instructor: string
  starts_at: Date
  ends_at: Date
  sequence: number
  modified_at: Date
  /** `left`: the person no longer belongs to the batch, or somebody else teaches the class. */
  status: 'confirmed' | 'cancelled' | 'left'
}

interface Feed {
  feed_id: number
  /** Whether the time of the last reading is older than a calendar's next one. */
  is_unread: boolean
  /** Of an instructor, not of a student. */
  is_staff: boolean
}
/** A feed without classes has one row without an id. */
type FeedRow = Feed & { [Name in keyof CalendarEvent]: CalendarEvent[Name] | null }

/** SQL of the batches that the student of `person` belongs to or has left: `left_at` is null, or when the student left. */
const stays = `stay as (
     select e.batch_id, e.ended_at as left_at from person join enrolments e on e.user_id = person.user_id
     union all
     select m.from_batch_id, m.moved_at
     from person join enrolments e on e.user_id = person.user_id join enrolment_moves m on m.enrolment_id = e.id
   )`

/**
 * SQL of the classes of a `place`: its batch, the instructor whose calendar it is or null, when the student left, and how often.
 * The words of an event depend on several rows, and its number on the other classes of the batch, so it counts as modified
 * when any of them is. Leaving a batch and its cancellation raise the sequence, although they change no class.
 */
const classesOfPlace = `
  select n.id, c.title as course, case when n.state <> 'cancelled' then n.number end as number, n.total, n.topic, n.module, n.prepare,
    i.name as instructor, n.starts_at, n.ends_at,
    (n.sequence + p.departures + (f.is_off and n.state <> 'cancelled')::integer)::integer as sequence,
    greatest(latest.at, c.updated_at, i.updated_at, p.left_at, case when f.is_off then b.cancelled_at end) as modified_at,
    case when f.is_left then 'left' when n.state = 'cancelled' or f.is_off then 'cancelled' else 'confirmed' end as status
  from place p
  join batches b on b.id = p.batch_id
  join courses c on c.id = b.course_id
  -- "offset 0" keeps the condition inside the view, which otherwise numbers every class of the school.
  cross join lateral (select v.* from numbered_sessions v where v.batch_id = p.batch_id offset 0) n
  join class_sessions s on s.id = n.id
  join instructors i on i.id = n.teacher_id
  cross join lateral (select max(t.updated_at) as at from class_sessions t where t.batch_id = p.batch_id) latest
  cross join lateral (
    select coalesce(n.ends_at > b.cancelled_at, false) as is_off, p.left_at is not null or i.id <> p.instructor_id as is_left
  ) f
  where (p.left_at is null or n.ends_at > p.left_at and s.created_at <= p.left_at)
    and (p.instructor_id is null or p.instructor_id in (i.id, n.substitute_for))`

// Cancelled events stay for 30 days after their time, so that every calendar sees them. An instructor's calendar forgets
// classes after a year, because it would grow for ever.
const feedClasses = statement<FeedRow>(
  'feed_classes',
  `with person as materialized (
     select f.id::float8 as feed_id, f.user_id, i.id as instructor_id, i.id is not null as is_staff,
       coalesce(f.last_read_at < app_now() - interval '10 minutes', true) as is_unread
     from calendar_feeds f
     left join users u on u.id = f.user_id
     left join staff m on m.id = f.staff_id
     left join instructors i on i.staff_id = f.staff_id
     where f.token_hash = $1 and u.disabled_at is null and m.disabled_at is null and num_nonnulls(f.user_id, i.id) = 1
   ), ${stays}, place as materialized (
     select t.batch_id, null::integer as instructor_id, count(t.left_at)::integer as departures,
       case when not bool_or(t.left_at is null) then max(t.left_at) end as left_at
     from stay t group by t.batch_id
     union all
     select b.id, person.instructor_id, 0, null from person join batches b on b.published and (b.instructor_id = person.instructor_id or exists (
       select from class_sessions s where s.batch_id = b.id and person.instructor_id in (s.instructor_id, s.substitute_for)))
   ), event as (${classesOfPlace})
   select person.feed_id, person.is_unread, person.is_staff, event.* from person left join event
     on event.ends_at > app_now() - interval '30 days'
     or event.status = 'confirmed' and (person.instructor_id is null or event.ends_at > app_now() - interval '1 year')
   order by event.starts_at, event.id`,
)

const calendarClass = statement<CalendarEvent>(
  'calendar_class',
  `with person as (select $2::bigint as user_id), ${stays}, place as materialized (
     select s.batch_id, null::integer as instructor_id, null::timestamptz as left_at,
       (select count(t.left_at) from stay t where t.batch_id = s.batch_id)::integer as departures
     from class_sessions s where s.id = $1
   ), event as (${classesOfPlace})
   select event.* from event where event.id = $1`,
)

/** Returns the events of the feed whose secret has this hash; undefined when there is none or its owner has no access. */
export async function readFeedEvents(
  db: Queryable,
  tokenHash: Buffer,
): Promise<(Feed & { events: CalendarEvent[] }) | undefined> {
  const found = await rows(db, feedClasses, [tokenHash])
  const [first] = found
  const isEvent = (row: FeedRow): row is FeedRow & CalendarEvent => row.id !== null
  if (!first) return undefined
  const { feed_id, is_unread, is_staff } = first
  return { feed_id, is_unread, is_staff, events: found.filter(isEvent) }
}

/** Returns one class as it stands in the calendar of those who may join it. @param userId the student; null for staff */
export async function readClassEvent(
  db: Queryable,
  sessionId: number,
  userId: number | null,
): Promise<CalendarEvent | undefined> {
  return (await rows(db, calendarClass, [sessionId, userId]))[0]
}
