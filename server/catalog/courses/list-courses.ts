import { Readable } from 'node:stream'
import type { CourseCard } from '#contract/catalog/catalog.ts'
import { one, rows, statement } from '#server/platform/db/query.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import { previewedId } from '#server/platform/auth/preview.ts'
import type { Deps } from '#server/deps.ts'
import type { RequestFacts } from '#server/platform/http/route.ts'
import { tooMany } from '#server/platform/errors/errors.ts'
import { limitConcurrency } from '#server/platform/process/limit-concurrency.ts'
import { type BatchOffer, offerColumns, shownToVisitors } from '#server/catalog/offers/batch-offer.ts'
import { type CardRow, cardColumns, toCard } from '#server/catalog/offers/course-card.ts'

/** Courses and batches of a list that is built in memory and cached, about 5 MB of JSON. */
const wholeUpTo = 10_000
/** Courses of one chunk of a larger list. */
const coursesOfChunk = 200

const listedRowsCount = statement<{ count: string }>(
  'listed_rows_count',
  `select (select count(*) from courses where published) + (select count(*) from batches b where ${shownToVisitors}) as count`,
)
const publishedCourses = statement<CardRow>(
  'published_courses',
  `select ${cardColumns} from courses c where c.published or c.id = $1 order by c.id`,
)
const upcomingOffers = statement<BatchOffer>(
  'upcoming_offers',
  `select ${offerColumns} from batch_offers b where ${shownToVisitors}`,
)
const publishedCoursesAfter = statement<CardRow>(
  'published_courses_after',
  `select ${cardColumns} from courses c where (c.published or c.id = $1) and c.id > $2 order by c.id limit $3`,
)
const upcomingOffersOf = statement<BatchOffer>(
  'upcoming_offers_of',
  `select ${offerColumns} from batch_offers b where b.course_id = any ($1::integer[]) and ${shownToVisitors}`,
)

/** Two chunks at once per process, so that large lists don't delay pages. */
const limited = limitConcurrency({
  atOnce: 2,
  waiting: 200,
  refusal: () => tooMany('Many people read the catalogue. Please try again in a moment.', 1),
})

/** Returns all published courses, each with the batches that visitors see. A large list is a stream of JSON. */
export async function listCourses(
  deps: Deps,
  _visitor: Visitor,
  { preview }: Pick<RequestFacts, 'preview'>,
): Promise<CourseCard[] | Readable> {
  const previewed = previewedId(preview, 'courses')
  const { count } = await one(deps.db, listedRowsCount)
  if (Number(count) > wholeUpTo) {
    // Read before the answer begins, so that a failure is a 503.
    const first = await readChunk(deps, previewed, 0)
    return Readable.from(writeChunks(deps, previewed, first))
  }
  const [courses, offers] = await Promise.all([rows(deps.db, publishedCourses, [previewed]), rows(deps.db, upcomingOffers)])
  return toCards(courses, offers)
}

/** Writes the array chunk by chunk. The stream reads the next one when the client has taken the one before. */
async function* writeChunks(deps: Deps, previewed: number | null, first: CourseCard[]): AsyncGenerator<string> {
  let begin = '['
  for (let chunk = first; chunk.length > 0; chunk = await readChunk(deps, previewed, chunk.at(-1)?.id ?? 0)) {
    yield begin + JSON.stringify(chunk).slice(1, -1)
    begin = ','
  }
  yield ']'
}

/** A chunk holds no connection and no snapshot, because a slow client may take minutes. */
function readChunk({ db }: Deps, previewed: number | null, after: number): Promise<CourseCard[]> {
  return limited(async () => {
    const courses = await rows(db, publishedCoursesAfter, [previewed, after, coursesOfChunk])
    return toCards(courses, await rows(db, upcomingOffersOf, [courses.map(({ id }) => id)]))
  })
}

function toCards(courses: readonly CardRow[], offers: readonly BatchOffer[]): CourseCard[] {
  const ofCourse = Map.groupBy(offers, (offer) => offer.course_id)
  return courses.map((course) => toCard(course, ofCourse.get(course.id) ?? []))
}
