import type { CourseCard } from '#contract/catalog.ts'
import { rows, statement } from '../db/query.ts'
import type { Visitor } from '../auth/principal.ts'
import type { Deps } from '../deps.ts'
import { type BatchOffer, offerColumns, shownToVisitors } from './batch-offer.ts'
import { type CardRow, cardColumns, toCard } from './course-card.ts'

const publishedCourses = statement<CardRow>(
  'published_courses',
  `select ${cardColumns} from courses c where c.published order by c.id`,
)
const upcomingOffers = statement<BatchOffer>(
  'upcoming_offers',
  `select ${offerColumns} from batch_offers b where ${shownToVisitors}`,
)

/** Returns all published courses, each with the batches that visitors see. */
export async function listCourses(deps: Deps, _visitor: Visitor): Promise<CourseCard[]> {
  const [courses, offers] = await Promise.all([rows(deps.db, publishedCourses), rows(deps.db, upcomingOffers)])
  const ofCourse = Map.groupBy(offers, (offer) => offer.course_id)
  return courses.map((course) => toCard(course, ofCourse.get(course.id) ?? []))
}
