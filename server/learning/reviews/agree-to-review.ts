import type { ParsedOf } from '#contract/endpoint.ts'
import type { agreeToReview as contract, OwnReview } from '#contract/learning/reviews.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { row, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, notFound } from '#server/platform/errors/errors.ts'
import { findOwnReview, firstNameIn } from './own-review.ts'

// A name that is the same or less stays within the former consent. It needs no decision, and no course that is over.
const storeReviewConsent = statement<{ id: number }>(
  'store_review_consent',
  `update reviews r set shown_as = $3, name = n.name,
     consent_version = case when n.is_less then r.consent_version else $4 end,
     consented_at = case when n.is_less then r.consented_at else app_now() end,
     state = case when n.is_less then r.state else 'waiting' end,
     decided_by = case when n.is_less then r.decided_by end,
     decided_at = case when n.is_less then r.decided_at end,
     changed_at = case when n.is_less then r.changed_at else app_now() end
   from (
     select x.id, a.name, x.consented_at is not null and (a.name is null or a.name in (x.name, ${firstNameIn('x.name')})) as is_less
     from reviews x join users u on u.id = x.user_id
     cross join lateral (select case $3 when 'full' then u.full_name when 'first' then ${firstNameIn('u.full_name')} end as name) a
     where x.user_id = $1 and x.course_id = $2 for update of x
   ) n
   where r.id = n.id and (n.is_less or (select s.enrolled and s.attended and s.finished from review_standing($2, $1::bigint) s))
   returning r.id`,
)
const dropReviewConsent = statement<{ id: number }>(
  'drop_review_consent',
  `update reviews set shown_as = null, name = null, consent_version = null, consented_at = null, state = 'waiting', decided_by = null,
     decided_at = null
   where user_id = $1 and course_id = $2 and consented_at is not null returning id`,
)

/**
 * Stores that a review may be published under a name. Another name than before waits for a decision again, a narrower one does not.
 * @throws HttpError 404 without a review; 409 before the last class is over
 */
export async function agreeToReview(
  deps: Pick<Deps, 'db'>,
  student: Student,
  { params: { course_id: courseId }, body }: ParsedOf<typeof contract>,
): Promise<OwnReview> {
  return transaction(deps.db, async (tx) => {
    const { review } = await findOwnReview(tx, student, courseId)
    if (!review) throw notFound('You have no review of this course.')
    if (!(await row(tx, storeReviewConsent, [student.id, courseId, body.shown_as, body.version]))) {
      throw conflict('not_finished', 'You can agree when the last class of your batch is over.')
    }
    return findOwnReview(tx, student, courseId)
  })
}

/** Takes a consent back. The page of the course loses the review at once. @throws HttpError 404 without a review */
export async function withdrawReviewConsent(deps: Pick<Deps, 'db'>, student: Student, courseId: number): Promise<OwnReview> {
  return transaction(deps.db, async (tx) => {
    const { review } = await findOwnReview(tx, student, courseId)
    if (!review) throw notFound('You have no review of this course.')
    await row(tx, dropReviewConsent, [student.id, courseId])
    return findOwnReview(tx, student, courseId)
  })
}
