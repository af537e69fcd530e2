import type { LiveClass, Room, RoomBatch } from '#contract/classes.ts'
import { joinOpensMinutes, recordingDueHours } from '#contract/rules.ts'
import { rows, statement } from '../db/query.ts'
import type { Student } from '../auth/principal.ts'
import type { Deps } from '../deps.ts'
import { type EnrolmentInCourse, readEnrolmentsInCourse } from '../enrolment/enrolments-in-course.ts'
import { notFound } from '../errors.ts'
import { joinAddress } from '../enrolment/join-address.ts'
import { type Recording, recordingsOf } from './recordings-of.ts'

interface ClassRow {
  id: number
  batch_id: number
  day_number: number
  starts_at: Date
  ends_at: Date
  opens_at: Date
  held: boolean
  awaited: boolean
}

/** Number of upcoming classes in a schedule. */
const maxUpcoming = 6

const classesOfBatches = statement<ClassRow>(
  'classes_of_batches',
  `select c.id, c.batch_id, c.number as day_number, c.starts_at, c.ends_at, c.starts_at - make_interval(mins => $2) as opens_at,
     c.ends_at <= least(app_now(), b.cancelled_at) as held,
     c.ends_at > app_now() - make_interval(hours => $3)
       and not exists (select 1 from recordings r where r.session_id = c.id) as awaited
   from numbered_sessions c join batches b on b.id = c.batch_id
   where c.batch_id = any ($1) and c.state <> 'cancelled' order by c.starts_at`,
)

/**
 * Returns the course room of an enrolled student: batches, upcoming classes and recordings.
 * @throws HttpError 404 for an unknown course or one without an enrolment
 */
export async function readRoom(deps: Deps, student: Student, input: { params: { course_id: number } }): Promise<Room> {
  const held = await readEnrolmentsInCourse(deps, student.id, input.params.course_id)
  if (!held) throw notFound('You are not enrolled in this course.')
  const batchIds = held.enrolments.map((enrolment) => enrolment.id)
  const [classes, recordings] = await Promise.all([
    rows(deps.db, classesOfBatches, [batchIds, joinOpensMinutes, recordingDueHours]),
    recordingsOf(deps, batchIds, student.id),
  ])
  const batches = held.enrolments.map((enrolment) =>
    toRoomBatch(
      deps,
      enrolment,
      classes.filter((one) => one.batch_id === enrolment.id),
      recordings.filter((one) => one.batch_id === enrolment.id),
    ),
  )
  return { now: held.now.toISOString(), course: held.course, batches: batches.toSorted(byNextClass) }
}

function toRoomBatch(deps: Deps, enrolment: EnrolmentInCourse, classes: ClassRow[], recordings: Recording[]): RoomBatch {
  const past = classes.filter((one) => one.held)
  const last = past.at(-1)
  const coming = enrolment.is_cancelled ? [] : classes.filter((one) => !one.held).slice(0, maxUpcoming)
  const next = coming[0]
  return {
    batch_id: enrolment.id,
    enrolment_id: enrolment.enrolment_id,
    status: enrolment.status,
    state: enrolment.is_cancelled ? 'cancelled' : enrolment.has_ended ? 'completed' : enrolment.is_ahead ? 'ahead' : 'running',
    starts_at: enrolment.starts_at.toISOString(),
    ends_at: enrolment.ends_at.toISOString(),
    time: enrolment.time_text,
    batch_type: enrolment.batch_type,
    mode_of_training: enrolment.mode_of_training,
    instructor_name: enrolment.instructor_name,
    classroom_url: next ? joinAddress(deps, next.id) : null,
    classes_held: past.length,
    classes_total: classes.length,
    coming: coming.map(toLiveClass),
    awaited: last?.awaited ? toLiveClass(last) : null,
    recordings: recordings.map(
      ({ batch_id: _batch, course: _course, video_url: _video, captions_url: _captions, ...one }) => one,
    ),
  }
}

function toLiveClass(row: ClassRow): LiveClass {
  return {
    session_id: row.id,
    day_number: row.day_number,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    opens_at: row.opens_at.toISOString(),
  }
}

/** Sorts by the next class; batches without one come last, the latest first. */
function byNextClass(a: RoomBatch, b: RoomBatch): number {
  const [nextOfA, nextOfB] = [a.coming[0]?.starts_at, b.coming[0]?.starts_at]
  if (nextOfA && nextOfB) return nextOfA.localeCompare(nextOfB)
  if (nextOfA || nextOfB) return nextOfA ? -1 : 1
  return b.starts_at.localeCompare(a.starts_at)
}
