import { queryOptions } from '@tanstack/react-query'
import { listEnrolledCourses } from '#contract/enrolment.ts'
import { call } from '../lib/api.ts'

/** @param email of the session, so that another student in this tab never sees what was kept of the one before */
export const enrolledQuery = (email: string | undefined) =>
  queryOptions({
    queryKey: ['enrolled-courses', email ?? ''],
    queryFn: async () => (await call(listEnrolledCourses))['enrolled courses'],
  })
