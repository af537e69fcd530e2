import type { ParsedOf } from '#contract/endpoint.ts'
import type { OwnReview, writeReview as contract } from '#contract/learning/reviews.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { row, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, notFound } from '#server/platform/errors/errors.ts'
import { findOwnReview } from './own-review.ts'

// One statement: two calls at once write one review, and what has not changed keeps the decision of the school.
const upsertReview = statement<{ id: number }>(
  'upsert_review',
  `insert into reviews as r (user_id, course_id, rating, text, created_at, changed_at)
   select $1::bigint, $2, $3, $4, app_now(), app_now() from review_standing($2, $1::bigint) s where s.enrolled and s.attended
   on conflict (user_id, course_id) do update
     set rating = excluded.rating, text = excluded.text, state = 'waiting', decided_by = null, decided_at = null, changed_at = app_now()
     where (r.rating, r.text) is distinct from (excluded.rating, excluded.text)
   returning r.id`,
)
const deleteOwnReview = statement<{ id: number }>(
  'delete_own_review',
  `delete from reviews where user_id = $1 and course_id = $2 returning id`,
)

/** @throws HttpError 404 for a course that the student is not in; 409 before a class counts as attended */
export async function writeReview(
  deps: Pick<Deps, 'db'>,
  student: Student,
  { params: { course_id: courseId }, body }: ParsedOf<typeof contract>,
): Promise<OwnReview> {
  return transaction(deps.db, async (tx) => {
    const before = await findOwnReview(tx, student, courseId)
    if (!before.may_write) throw conflict('not_attended', 'You can write a review when you have attended a class of the course.')
    await row(tx, upsertReview, [student.id, courseId, body.rating, body.text])
    return findOwnReview(tx, student, courseId)
  })
}

/** @throws HttpError 404 */
export async function deleteReview(deps: Pick<Deps, 'db'>, student: Student, courseId: number): Promise<OwnReview> {
  return transaction(deps.db, async (tx) => {
    const before = await findOwnReview(tx, student, courseId)
    if (!(await row(tx, deleteOwnReview, [student.id, courseId]))) throw notFound('You have no review of this course.')
    return { ...before, review: null }
  })
}
