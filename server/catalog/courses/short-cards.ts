import type { CourseCard } from '#contract/catalog/catalog.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { type BatchOffer, offerColumns, shownToVisitors } from '#server/catalog/offers/batch-offer.ts'
import { type CardRow, toCard } from '#server/catalog/offers/course-card.ts'

const offersOfCourses = statement<BatchOffer>(
  'offers_of_courses',
  `select ${offerColumns} from batch_offers b where b.course_id = any ($1::integer[]) and ${shownToVisitors}`,
)

/** Returns the cards of some courses. Each has one batch at most, the one to choose next. */
export async function toShortCards(deps: Pick<Deps, 'db'>, courses: readonly CardRow[]): Promise<CourseCard[]> {
  const offers = await rows(deps.db, offersOfCourses, [courses.map(({ id }) => id)])
  const ofCourse = Map.groupBy(offers, (offer) => offer.course_id)
  return courses.map((course) => {
    const card = toCard(course, ofCourse.get(course.id) ?? [])
    return { ...card, upcoming_batches: card.upcoming_batches.slice(0, 1) }
  })
}
