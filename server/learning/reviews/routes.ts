import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/learning/reviews.ts'
import * as forStaff from '#contract/learning/staff/reviews.ts'
import type { Deps } from '#server/deps.ts'
import { readOnlyResourceRoutes, versionsOf, withCurrent, withVersion } from '#server/platform/http/resource.ts'
import { route } from '#server/platform/http/route.ts'
import { agreeToReview, withdrawReviewConsent } from './agree-to-review.ts'
import { publishReview, refuseReview } from './decide-review.ts'
import { listCourseReviews } from './list-course-reviews.ts'
import { readOwnReview } from './read-own-review.ts'
import { reviewRecords } from './review-records.ts'
import { deleteReview, writeReview } from './write-review.ts'

export function reviewRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.listCourseReviews, (visitor, input) => listCourseReviews(deps, visitor, input))
  route(app, deps, contract.readOwnReview, (student, { params }) => readOwnReview(deps, student, params.course_id))
  route(app, deps, contract.writeReview, (student, input) => writeReview(deps, student, input))
  route(app, deps, contract.deleteReview, (student, { params }) => deleteReview(deps, student, params.course_id))
  route(app, deps, contract.agreeToReview, (student, input) => agreeToReview(deps, student, input))
  route(app, deps, contract.withdrawReviewConsent, (student, { params }) =>
    withdrawReviewConsent(deps, student, params.course_id),
  )
  staffRoutes(app, deps)
}

function staffRoutes(app: FastifyInstance, deps: Deps): void {
  const withStale = withCurrent(forStaff.reviews.record)
  readOnlyResourceRoutes(app, deps, forStaff.reviews, reviewRecords)
  route(app, deps, forStaff.publishReview, async (staff, { params, ifMatch }, reply) => {
    const target = { id: params.id, versions: versionsOf(ifMatch) }
    return withVersion(reply, await publishReview(deps, staff, target).catch(withStale))
  })
  route(app, deps, forStaff.refuseReview, async (staff, { params, body, ifMatch }, reply) => {
    const target = { id: params.id, versions: versionsOf(ifMatch) }
    return withVersion(reply, await refuseReview(deps, staff, { ...target, reason: body.reason }).catch(withStale))
  })
}
