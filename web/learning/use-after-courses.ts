import { useQueries, useQuery } from '@tanstack/react-query'
import type { EarnedCertificate } from '#contract/learning/certificates.ts'
import type { EnrolledCourse } from '#contract/enrolment/enrolment.ts'
import { isOnFirstTry } from '#web/lib/is-on-first-try.ts'
import { ownCertificatesQuery } from './certificates/queries.ts'
import { ownReviewQuery } from './reviews/queries.ts'

export interface AfterCourses {
  certificates: readonly EarnedCertificate[]
  /** Completed courses of which the student has written no review. */
  toReview: EnrolledCourse[]
  /** Whether one of the two is still on its way. */
  waits: boolean
}

const isCompleted = ({ enrolled_batches: batches }: EnrolledCourse) => batches.some(({ status }) => status === 'Completed')

/** What is left of courses that are over. Nothing is read while `email` is undefined. */
export function useAfterCourses(email: string | undefined, courses: readonly EnrolledCourse[]): AfterCourses {
  const enabled = email !== undefined
  const completed = courses.filter(isCompleted)
  const certificates = useQuery({ ...ownCertificatesQuery(email), enabled })
  const reviews = useQueries({ queries: completed.map(({ id }) => ({ ...ownReviewQuery(email, id), enabled })) })
  return {
    certificates: certificates.data ?? [],
    toReview: completed.filter((_, place) => {
      const own = reviews[place]?.data
      return own?.may_write === true && own.review === null
    }),
    waits: enabled && [certificates, ...reviews].some(isOnFirstTry),
  }
}
