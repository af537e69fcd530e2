import type { CurriculumSection } from '#contract/catalog/catalog.ts'
import { type BatchOffer, offerColumns, statusForEnrolled } from '#server/catalog/offers/batch-offer.ts'
import { type CardRow, cardColumns, toCard } from '#server/catalog/offers/course-card.ts'
import { row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'

type EnrolmentRow = BatchOffer & { enrolment_id: number; ends_at: Date; payment_due_on: string | null; payment_due: boolean }
export type EnrolmentInCourse = EnrolmentRow & { status: string }

type CourseRow = CardRow & { curriculum: CurriculumSection[]; now: Date }

const enrolmentsInCourse = statement<EnrolmentRow>(
  'enrolments_in_course',
  `select ${offerColumns}, b.ends_at, e.id as enrolment_id, to_char(e.pays_by, 'YYYY-MM-DD') as payment_due_on,
     e.pays_by is not null and is_paused(e.pays_by) as payment_due
   from active_enrolments e join batch_offers b on b.id = e.batch_id
   where e.user_id = $1 and b.course_id = $2`,
)
const courseOfEnrolments = statement<CourseRow>(
  'course_of_enrolments',
  `select ${cardColumns}, c.curriculum, app_now() as now from courses c where c.id = $1`,
)

/** Returns a course and the student's enrolments in it; undefined without any. Includes unpublished courses. */
export async function readEnrolmentsInCourse(deps: Deps, studentId: number, courseId: number) {
  const [course, enrolments] = await Promise.all([
    row(deps.db, courseOfEnrolments, [courseId]),
    rows(deps.db, enrolmentsInCourse, [studentId, courseId]),
  ])
  if (!course || enrolments.length === 0) return undefined
  const { id, title, image, category, duration } = toCard(course, [])
  return {
    now: course.now,
    course: { id, title, image, category, duration, curriculum: course.curriculum },
    enrolments: enrolments.map((enrolment): EnrolmentInCourse => ({ ...enrolment, status: statusForEnrolled(enrolment) })),
  }
}
