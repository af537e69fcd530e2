import type { OwnReview } from '#contract/learning/reviews.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import { notFound } from '#server/platform/errors/errors.ts'

/** SQL of the first name in a name. */
export const firstNameIn = (name: string): string => `split_part(btrim(${name}), ' ', 1)`

type Standing = Omit<OwnReview, 'review'> & { enrolled: boolean }
type OwnRow = NonNullable<OwnReview['review']>

const ownReviewStanding = statement<Standing>(
  'own_review_standing',
  `select s.enrolled, s.enrolled and s.attended as may_write, s.enrolled and s.attended and s.finished as may_consent,
     u.full_name, ${firstNameIn('u.full_name')} as first_name
   from users u cross join lateral review_standing($2, u.id) s where u.id = $1`,
)
const ownReview = statement<OwnRow>(
  'own_review',
  `select rating, text, state, case when state = 'refused' then reason else '' end as reason, shown_as, name,
     ${isoInstant('changed_at')} as changed_at
   from reviews where user_id = $1 and course_id = $2`,
)

/**
 * Returns the own review of a course with what the student may do. Who has left the course finds a review that is still there, so
 * that it can be deleted.
 * @throws HttpError 404 for a course that the student is not in
 */
export async function findOwnReview(db: Queryable, student: Student, courseId: number): Promise<OwnReview> {
  const [standing, review] = [
    await row(db, ownReviewStanding, [student.id, courseId]),
    await row(db, ownReview, [student.id, courseId]),
  ]
  if (!standing || !(standing.enrolled || review)) throw notFound('You are not in this course.')
  const { enrolled: _enrolled, ...rest } = standing
  return { ...rest, review: review ?? null }
}
