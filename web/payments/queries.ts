import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CourseCard, listCourses, type UpcomingBatch } from '#contract/catalog.ts'
import { listPayments, listPurchases } from '#contract/payments.ts'
import { call } from '../lib/api.ts'
import { readPayments } from './read-payments.ts'

export interface Choice {
  course: CourseCard
  batch: UpcomingBatch
}

/** Returns the course and batch with this batch id; null when no upcoming batch has it. */
export function chooseBatch(courses: readonly CourseCard[], batchId: string): Choice | null {
  for (const course of courses) {
    const batch = course.upcoming_batches.find((one) => String(one.id) === batchId)
    if (batch) return { course, batch }
  }
  return null
}

export const choiceQuery = (batchId: string) =>
  queryOptions({
    queryKey: ['courses'],
    queryFn: () => call(listCourses),
    select: (courses) => chooseBatch(courses, batchId),
  })

/** @param email as in `paymentsQuery` */
export const purchasesQuery = (email: string | undefined, courseId: number) =>
  queryOptions({
    queryKey: ['purchases', email ?? '', courseId],
    queryFn: () => call(listPurchases, { params: { course_id: courseId } }),
  })

/** @param email of the session: part of the key, so that another student in this tab gets no cached data of the previous one */
export const paymentsQuery = (email: string | undefined) =>
  queryOptions({
    queryKey: ['payments', email ?? ''],
    queryFn: async () => readPayments(await call(listPayments)),
  })

/** Invalidates the queries that show requests, after one was created or withdrawn. */
export async function invalidatePurchases(client: QueryClient): Promise<void> {
  await Promise.all([client.invalidateQueries({ queryKey: ['purchases'] }), client.invalidateQueries({ queryKey: ['payments'] })])
}
