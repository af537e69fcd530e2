import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/learning/code-reviews.ts'
import { codeReviews, previewCodeReview } from '#contract/learning/staff/code-reviews.ts'
import { pathTo } from '#contract/pages.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { publishedRoutes } from '#server/platform/records/publication.ts'
import { codeReviewRecords } from './code-review-records.ts'
import { readCodeReview } from './read-code-review.ts'

export function codeReviewRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.readCodeReview, (visitor, input) => readCodeReview(deps, visitor, input))
  publishedRoutes(app, deps, codeReviews, codeReviewRecords, {
    endpoint: previewCodeReview,
    path: ({ course_id: course }) => (course === null ? pathTo('home') : pathTo('course', course)),
  })
}
