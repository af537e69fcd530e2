import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CourseCard, listCourses, type UpcomingBatch } from '#contract/catalog.ts'
import { listPayments, listPurchases } from '#contract/payments.ts'
import { call } from '../lib/api.ts'
import { readPayments } from './read-payments.ts'

export interface Choice {
  course: CourseCard
  batch: UpcomingBatch
}

/** The course and batch that an id names, null when no upcoming batch has it. */
export const choiceQuery = (batchId: string) =>
  queryOptions({
    queryKey: ['courses'],
    queryFn: () => call(listCourses),
    select: (courses): Choice | null => {
      for (const course of courses) {
        const batch = course.upcoming_batches.find((one) => String(one.id) === batchId)
        if (batch) return { course, batch }
      }
      return null
    },
  })

/** @param email as in `paymentsQuery` */
export const purchasesQuery = (email: string | undefined, courseId: number) =>
  queryOptions({
    queryKey: ['purchases', email ?? '', courseId],
    queryFn: () => call(listPurchases, { params: { course_id: courseId } }),
  })

/** @param email of the session, so that another student in this tab never sees what was kept of the one before */
export const paymentsQuery = (email: string | undefined) =>
  queryOptions({
    queryKey: ['payments', email ?? ''],
    queryFn: async () => readPayments(await call(listPayments)),
  })

/** After a request was made or taken back, both the room and the history say something else. */
export async function forgetPurchases(client: QueryClient): Promise<void> {
  await Promise.all([client.invalidateQueries({ queryKey: ['purchases'] }), client.invalidateQueries({ queryKey: ['payments'] })])
}
