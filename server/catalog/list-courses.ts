import type { CourseCard } from '#contract/catalog.ts'
import { rows, statement } from '../db/query.ts'
import type { Visitor } from '../auth/principal.ts'
import { previewedId } from '../auth/preview.ts'
import type { Deps } from '../deps.ts'
import type { RequestFacts } from '../http/route.ts'
import { type BatchOffer, offerColumns, shownToVisitors } from './batch-offer.ts'
import { type CardRow, cardColumns, toCard } from './course-card.ts'

const publishedCourses = statement<CardRow>(
  'published_courses',
  `select ${cardColumns} from courses c where c.published or c.id = $1 order by c.id`,
)
const upcomingOffers = statement<BatchOffer>(
  'upcoming_offers',
  `select ${offerColumns} from batch_offers b where ${shownToVisitors}`,
)

/** Returns all published courses, each with the batches that visitors see. */
export async function listCourses(
  deps: Deps,
  _visitor: Visitor,
  { preview }: Pick<RequestFacts, 'preview'>,
): Promise<CourseCard[]> {
  const [courses, offers] = await Promise.all([
    rows(deps.db, publishedCourses, [previewedId(preview, 'courses')]),
    rows(deps.db, upcomingOffers),
  ])
  const ofCourse = Map.groupBy(offers, (offer) => offer.course_id)
  return courses.map((course) => toCard(course, ofCourse.get(course.id) ?? []))
}
