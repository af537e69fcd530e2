import type { Course } from '#contract/catalog/catalog.ts'
import * as messages from '#contract/messages.ts'
import { reviewsShown } from '#contract/learning/reviews.ts'
import { row, rows, statement } from '#server/platform/db/query.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { previewedId } from '#server/platform/auth/preview.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import type { RequestFacts } from '#server/platform/http/route.ts'
import { type BatchOffer, offerColumns, shownToVisitors } from '#server/catalog/offers/batch-offer.ts'
import { type CardRow, cardColumns, toCard } from '#server/catalog/offers/course-card.ts'
import { instructorsOfCourse } from '#server/catalog/instructors/list-instructors.ts'

type CourseRow = CardRow & Omit<Course, keyof ReturnType<typeof toCard> | 'instructors' | 'preview' | 'trial'>

// Those of students come before those that staff have typed. The wire has three fields; `/courses/:id/reviews/` has the stars.
const reviewsSql = `(select coalesce(jsonb_agg(to_jsonb(v)), '[]') from (
    select name, course, feedback from visible_reviews where course_id = c.id order by decided_at desc, id desc limit ${reviewsShown}
  ) v) || c.reviews`
const publishedCourse = statement<CourseRow>(
  'published_course',
  `select ${cardColumns}, c.overview, c.objectives, c.skills_covered, c.tools_covered, c.designations, c.average_package,
     c.target_audience, c.prerequisites, c.why_enroll_for_this_training, c.training_features, c.assessment_methods,
     c.projects, c.curriculum, ${reviewsSql} as reviews, c.faqs, c.support, c.certifications, c.weekly_hours_outside,
     c.module_weeks
   from courses c where c.id = $1 and (c.published or c.id = $2)`,
)
const offersOfCourse = statement<BatchOffer>(
  'offers_of_course',
  `select ${offerColumns} from batch_offers b where b.course_id = $1 and ${shownToVisitors}`,
)
const previewOfCourse = statement<NonNullable<Course['preview']>>(
  'preview_of_course',
  `select r.batch_id, s.number as day_number, r.title from batches b join numbered_sessions s on s.batch_id = b.id
   join ready_recordings r on r.session_id = s.id
   where b.course_id = $1 and r.is_preview order by s.number, r.recorded_on desc, r.id limit 1`,
)

// Shown until it begins: a page is kept for a minute at most, like the states of batches.
const trialOfCourse = statement<NonNullable<Course['trial']>>(
  'trial_of_course',
  `select s.id as session_id, ${isoInstant('s.starts_at')} as starts_at from batches b join courses c on c.id = b.course_id join class_sessions s on s.batch_id = b.id
   where b.course_id = $1 and c.published and b.published and b.cancelled_at is null and s.state <> 'cancelled' and s.starts_at > app_now()
     and s.trial_seats > (select count(*) from trial_guests g where g.session_id = s.id and g.released_at is null)
   order by s.starts_at, s.id limit 1`,
)

/**
 * Returns a published course with the batches that visitors see, their instructors, a free recording and a class for guests.
 * @throws HttpError 404 for an unknown or unpublished course
 */
export async function readCourse(
  deps: Deps,
  _visitor: Visitor,
  input: Pick<RequestFacts, 'preview'> & { params: { id: number } },
): Promise<Course> {
  const { id } = input.params
  const [course, offers, instructors, preview, trial] = await Promise.all([
    row(deps.db, publishedCourse, [id, previewedId(input.preview, 'courses')]),
    rows(deps.db, offersOfCourse, [id]),
    rows(deps.db, instructorsOfCourse, [id]),
    row(deps.db, previewOfCourse, [id]),
    row(deps.db, trialOfCourse, [id]),
  ])
  if (!course) throw notFound(messages.courseNotFound)
  return { ...course, ...toCard(course, offers), instructors, preview: preview ?? null, trial: trial ?? null }
}
