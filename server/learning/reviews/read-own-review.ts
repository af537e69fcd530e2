import type { OwnReview } from '#contract/learning/reviews.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { findOwnReview } from './own-review.ts'

/** @throws HttpError 404 for a course that the student is not in */
export async function readOwnReview(deps: Pick<Deps, 'db'>, student: Student, courseId: number): Promise<OwnReview> {
  return findOwnReview(deps.db, student, courseId)
}
