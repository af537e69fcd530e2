import { queryOptions } from '@tanstack/react-query'
import { listEnrolledCourses } from '#contract/enrolment/enrolment.ts'
import { call } from '#web/lib/api.ts'

/** @param email of the session: part of the key, so that another student in this tab gets no cached data of the previous one */
export const enrolledQuery = (email: string | undefined) =>
  queryOptions({
    queryKey: ['enrolled-courses', email ?? ''],
    queryFn: async () => (await call(listEnrolledCourses))['enrolled courses'],
  })
