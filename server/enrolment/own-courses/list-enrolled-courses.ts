import type { EnrolledCourse } from '#contract/enrolment/enrolment.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { type BatchOffer, dayInIst, offerColumns, statusForEnrolled } from '#server/catalog/offers/batch-offer.ts'
import { type CardRow, cardColumns, toCard } from '#server/catalog/offers/course-card.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { joinAddress } from './join-address.ts'

type EnrolledBatch = BatchOffer & {
  next_id: number | null
  next_number: number | null
  next_starts_at: Date | null
  next_ends_at: Date | null
  classes_held: number
  classes_total: number
  classes_recorded: number
}

const enrolledBatches = statement<EnrolledBatch>(
  'enrolled_batches',
  `select ${offerColumns}, next.id as next_id, next.day_number as next_number, next.starts_at as next_starts_at, next.ends_at as next_ends_at,
     progress.held as classes_held, progress.total as classes_total,
     progress.recorded as classes_recorded
   from active_enrolments e join batch_offers b on b.id = e.batch_id
   left join lateral (select c.id, c.number as day_number, c.starts_at, c.ends_at from numbered_sessions c
                      where c.batch_id = b.id and c.state <> 'cancelled' and b.cancelled_at is null and c.ends_at > app_now()
                      order by c.starts_at limit 1) next on true
   cross join lateral (select count(*) filter (where c.ends_at <= least(app_now(), b.cancelled_at))::integer as held,
                         count(*)::integer as total,
                         count(*) filter (where exists (select from ready_recordings r where r.session_id = c.id))::integer as recorded
                       from numbered_sessions c where c.batch_id = b.id and c.state <> 'cancelled') progress
   where e.user_id = $1
   order by e.created_at desc`,
)
const coursesOfStudent = statement<CardRow>(
  'courses_of_student',
  `select ${cardColumns} from courses c
   where c.id in (select b.course_id from active_enrolments e join batches b on b.id = e.batch_id
                  where e.user_id = $1)`,
)
const offersOfStudent = statement<BatchOffer>(
  'offers_of_student',
  `select ${offerColumns} from batch_offers b
   where b.ends_at > app_now()
     and b.course_id in (select m.course_id from active_enrolments e join batches m on m.id = e.batch_id
                         where e.user_id = $1)`,
)

/** Returns the courses a student is enrolled in, the latest first, one entry per course. */
export async function listEnrolledCourses(deps: Deps, student: Student): Promise<EnrolledCourse[]> {
  const [batches, courses, offers] = await Promise.all([
    rows(deps.db, enrolledBatches, [student.id]),
    rows(deps.db, coursesOfStudent, [student.id]),
    rows(deps.db, offersOfStudent, [student.id]),
  ])
  const offersOf = Map.groupBy(offers, (offer) => offer.course_id)
  const courseOf = new Map(courses.map((course) => [course.id, course]))
  return [...Map.groupBy(batches, (batch) => batch.course_id)].flatMap(([courseId, enrolledIn]) => {
    const course = courseOf.get(courseId)
    const latest = enrolledIn[0]
    if (!course || !latest) return []
    return {
      ...toCard(course, offersOf.get(courseId) ?? []),
      batch_id: latest.id,
      enrolled_batches: enrolledIn.map((batch) => ({
        batch_id: batch.id,
        batch_date: dayInIst(batch.starts_at),
        status: statusForEnrolled(batch),
        classroom_url: batch.next_id === null ? null : joinAddress(deps, batch.next_id),
        next_class: nextClass(batch),
        classes_held: batch.classes_held,
        classes_total: batch.classes_total,
        classes_recorded: batch.classes_recorded,
      })),
    }
  })
}

function nextClass({
  next_id,
  next_number,
  next_starts_at,
  next_ends_at,
}: EnrolledBatch): EnrolledCourse['enrolled_batches'][number]['next_class'] {
  if (next_id === null || next_number === null || !next_starts_at || !next_ends_at) return null
  return {
    session_id: next_id,
    day_number: next_number,
    starts_at: next_starts_at.toISOString(),
    ends_at: next_ends_at.toISOString(),
  }
}
