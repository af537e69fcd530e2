import type { LiveClass, Room, RoomBatch, RoomClass } from '#contract/classes/classes.ts'
import { joinOpensMinutes } from '#contract/rules.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { type EnrolmentInCourse, readEnrolmentsInCourse } from '#server/enrolment/by-hand/enrolments-in-course.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { announcementsOf } from '#server/messaging/messages/announcements.ts'
import { joinAddress } from '#server/enrolment/own-courses/join-address.ts'
import { type Recording, recordingsOf } from './recordings-of.ts'

type ClassRow = RoomClass & { batch_id: number; day_number: number; total: number; awaited: boolean }

/** Number of upcoming classes in a schedule. */
const maxUpcoming = 6

const classesOfBatches = statement<ClassRow>(
  'classes_of_batches',
  `select n.id as session_id, n.batch_id, n.number as day_number, n.total, case when n.standing <> 'cancelled' then n.number end as number,
     n.topic, n.module, ${isoInstant('n.starts_at')} as starts_at, ${isoInstant('n.ends_at')} as ends_at,
     ${isoInstant('(n.starts_at - make_interval(mins => $2::integer))')} as opens_at, n.standing as state,
     ${isoInstant('n.moved_from')} as moved_from, n.cancel_reason,
     ${isoInstant('n.makes_up_for_at')} as makes_up_for_at, ${isoInstant('n.made_up_at')} as made_up_at, i.name as instructor, replaced.name as substitute_for, n.prepare, n.notes,
     k.state as recording, k.state is not distinct from 'expected' as awaited
   from numbered_sessions n join batches b on b.id = n.batch_id
   join instructors i on i.id = n.teacher_id
   left join instructors replaced on replaced.id = n.substitute_for
   join session_recordings k on k.session_id = n.id
   where n.batch_id = any ($1) order by n.starts_at, n.id`,
)
const instructorsOfBatches = statement<RoomBatch['instructor'] & { batch_id: number }>(
  'instructors_of_batches',
  `select b.id as batch_id, i.id, i.name, i.bio, i.background,
     coalesce(i.portrait, 'media/art/instructor/' || i.id || '.svg') as portrait
   from batches b join instructors i on i.id = b.instructor_id where b.id = any ($1)`,
)

/**
 * Returns the course room of an enrolled student: batches, upcoming classes and recordings.
 * @throws HttpError 404 for an unknown course or one without an enrolment
 */
export async function readRoom(deps: Deps, student: Student, input: { params: { course_id: number } }): Promise<Room> {
  const held = await readEnrolmentsInCourse(deps, student.id, input.params.course_id)
  if (!held) throw notFound('You are not enrolled in this course.')
  const batchIds = held.enrolments.map((enrolment) => enrolment.id)
  const [classes, recordings, instructors, announcements] = await Promise.all([
    rows(deps.db, classesOfBatches, [batchIds, joinOpensMinutes]),
    recordingsOf(deps, batchIds, student.id),
    rows(deps.db, instructorsOfBatches, [batchIds]),
    announcementsOf(deps.db, batchIds),
  ])
  const batches = held.enrolments.flatMap((enrolment) => {
    const found = instructors.find((one) => one.batch_id === enrolment.id)
    if (!found) return []
    const { batch_id: _batch, ...instructor } = found
    return toRoomBatch(
      deps,
      enrolment,
      instructor,
      classes.filter((one) => one.batch_id === enrolment.id),
      recordings.filter((one) => one.batch_id === enrolment.id),
      announcements.filter((one) => one.batch_id === enrolment.id),
    )
  })
  return { now: held.now.toISOString(), course: held.course, batches: batches.toSorted(byNextClass) }
}

function toRoomBatch(
  deps: Deps,
  enrolment: EnrolmentInCourse,
  instructor: RoomBatch['instructor'],
  classes: ClassRow[],
  recordings: Recording[],
  announcements: Awaited<ReturnType<typeof announcementsOf>>,
): RoomBatch {
  const past = classes.filter((one) => one.state === 'held')
  const last = past.at(-1)
  const coming = classes.filter((one) => one.state === 'live' || one.state === 'scheduled').slice(0, maxUpcoming)
  const next = coming[0]
  return {
    batch_id: enrolment.id,
    enrolment_id: enrolment.enrolment_id,
    status: enrolment.status,
    payment_due_on: enrolment.payment_due_on,
    payment_due: enrolment.payment_due,
    state: enrolment.is_cancelled ? 'cancelled' : enrolment.has_ended ? 'completed' : enrolment.is_ahead ? 'ahead' : 'running',
    starts_at: enrolment.starts_at.toISOString(),
    ends_at: enrolment.ends_at.toISOString(),
    time: enrolment.time_text,
    batch_type: enrolment.batch_type,
    mode_of_training: enrolment.mode_of_training,
    instructor_name: enrolment.instructor_name,
    instructor,
    classroom_url: next ? joinAddress(deps, next.session_id) : null,
    classes_held: past.length,
    classes_total: classes[0]?.total ?? 0,
    coming: coming.map(toLiveClass),
    awaited: last?.awaited ? toLiveClass(last) : null,
    classes: classes.map(({ batch_id: _batch, day_number: _day, total: _total, awaited: _coming, ...one }) => one),
    announcements: announcements.map(({ batch_id: _batch, ...one }) => one),
    recordings: recordings.map(
      ({ batch_id: _b, course: _c, video_url: _v, captions_url: _u, poster_url: _p, captions: _t, chapters: _k, ...one }) => one,
    ),
  }
}

function toLiveClass({ session_id, day_number, starts_at, ends_at, opens_at }: ClassRow): LiveClass {
  return { session_id, day_number, starts_at, ends_at, opens_at }
}

/** Sorts by the next class; batches without one come last, the latest first. */
function byNextClass(a: RoomBatch, b: RoomBatch): number {
  const [nextOfA, nextOfB] = [a.coming[0]?.starts_at, b.coming[0]?.starts_at]
  if (nextOfA && nextOfB) return nextOfA.localeCompare(nextOfB)
  if (nextOfA || nextOfB) return nextOfA ? -1 : 1
  return b.starts_at.localeCompare(a.starts_at)
}
