import { queryOptions } from '@tanstack/react-query'
import { readOwnReview } from '#contract/learning/reviews.ts'
import { call } from '#web/lib/api.ts'

/** @param email of the session: part of the key, so that another student in this tab gets no cached data of the previous one */
export const ownReviewQuery = (email: string | undefined, courseId: number) =>
  queryOptions({
    queryKey: ['own-review', email ?? '', courseId],
    queryFn: () => call(readOwnReview, { params: { course_id: courseId } }),
  })
