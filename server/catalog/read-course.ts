import type { Course } from '#contract/catalog.ts'
import * as messages from '#contract/messages.ts'
import { row, rows, statement } from '../db/query.ts'
import type { Visitor } from '../auth/principal.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../errors.ts'
import { type BatchOffer, offerColumns } from './batch-offer.ts'
import { type CardRow, cardColumns, toCard } from './course-card.ts'

type CourseRow = CardRow & Omit<Course, keyof ReturnType<typeof toCard>>

const publishedCourse = statement<CourseRow>(
  'published_course',
  `select ${cardColumns}, c.overview, c.objectives, c.skills_covered, c.tools_covered, c.designations, c.average_package,
     c.target_audience, c.prerequisites, c.why_enroll_for_this_training, c.training_features, c.assessment_methods,
     c.projects, c.curriculum, c.reviews, c.faqs, c.support, c.certifications
   from courses c where c.id = $1 and c.published`,
)
const offersOfCourse = statement<BatchOffer>(
  'offers_of_course',
  `select ${offerColumns} from batch_offers b where b.course_id = $1 and b.ends_at > app_now()`,
)

/**
 * Returns a published course with the batches that have not ended.
 * @throws HttpError 404 for an unknown or unpublished course
 */
export async function readCourse(deps: Deps, _visitor: Visitor, input: { params: { id: number } }): Promise<Course> {
  const { id } = input.params
  const [course, offers] = await Promise.all([row(deps.db, publishedCourse, [id]), rows(deps.db, offersOfCourse, [id])])
  if (!course) throw notFound(messages.courseNotFound)
  return { ...course, ...toCard(course, offers) }
}
