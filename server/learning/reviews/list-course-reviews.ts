import { type CourseReviews, reviewsShown, type ShownReview } from '#contract/learning/reviews.ts'
import * as messages from '#contract/messages.ts'
import { previewedId } from '#server/platform/auth/preview.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import type { RequestFacts } from '#server/platform/http/route.ts'

const reviewsTypedByStaff = statement<{ reviews: { name: string; course: string; feedback: string }[] }>(
  'reviews_typed_by_staff',
  `select reviews from courses where id = $1 and (published or id = $2)`,
)
const reviewsOfStudents = statement<ShownReview & { average: number; count: number; stars: number[] }>(
  'reviews_of_students',
  `select name, course, feedback, rating, ${isoInstant('decided_at')} as published_at,
     (avg(rating) over ())::float8 as average, (count(*) over ())::integer as count,
     array[${[1, 2, 3, 4, 5].map((stars) => `count(*) filter (where rating = ${stars}) over ()`).join(', ')}]::integer[] as stars
   from visible_reviews where course_id = $1 order by decided_at desc, id desc limit $2`,
)

/** Returns what the page of a course shows as its reviews. @throws HttpError 404 for an unknown or unpublished course */
export async function listCourseReviews(
  deps: Pick<Deps, 'db'>,
  _visitor: Visitor,
  { params: { id }, preview }: Pick<RequestFacts, 'preview'> & { params: { id: number } },
): Promise<CourseReviews> {
  const typed = await row(deps.db, reviewsTypedByStaff, [id, previewedId(preview, 'courses')])
  if (!typed) throw notFound(messages.courseNotFound)
  const students = await rows(deps.db, reviewsOfStudents, [id, reviewsShown])
  const [first] = students
  return {
    rating: first ? { average: Math.round(first.average * 10) / 10, count: first.count, stars: first.stars } : null,
    reviews: [
      ...students.map(({ average: _average, count: _count, stars: _stars, ...review }) => review),
      ...typed.reviews.map((review) => ({ ...review, rating: null, published_at: null })),
    ],
  }
}
