import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type BatchOfCourse, readBatch } from '#contract/catalog/catalog.ts'
import { ApiError } from '#contract/client.ts'
import { readPaymentChoice } from '#contract/money/choice.ts'
import { listInstalments } from '#contract/money/instalments.ts'
import { listPastPayments, listPurchases } from '#contract/money/payments.ts'
import { call } from '#web/lib/api.ts'
import { quietCall } from '#web/lib/quiet-call.ts'

export type Choice = BatchOfCourse

/** Returns the course and batch with this batch id; null when no current batch has it. */
export function readChoice(batchId: string): Promise<Choice | null> {
  return call(readBatch, { params: { batch_id: batchId } }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  })
}

export const choiceQuery = (batchId: string) => queryOptions({ queryKey: ['batch', batchId], queryFn: () => readChoice(batchId) })

/** What the student pays for a batch, line by line, as it was chosen. */
export const chosenPriceQuery = (batchId: string) =>
  queryOptions({
    queryKey: ['chosen-price', batchId],
    queryFn: () => quietCall(readPaymentChoice, { params: { batch_id: batchId } }),
    retry: false,
  })

/** @param email of the session: part of the key, so that another student in this tab gets no cached data of the previous one */
export const purchasesQuery = (email: string | undefined, courseId: number) =>
  queryOptions({
    queryKey: ['purchases', email ?? '', courseId],
    queryFn: () => call(listPurchases, { params: { course_id: courseId } }),
  })

/** @param email of the session: part of the key, as above */
export const instalmentsQuery = (email: string | undefined) =>
  queryOptions({ queryKey: ['instalments', email ?? ''], queryFn: () => call(listInstalments) })

/** @param email of the session: part of the key, as above */
export const pastPaymentsQuery = (email: string | undefined) =>
  queryOptions({ queryKey: ['past-payments', email ?? ''], queryFn: () => quietCall(listPastPayments), retry: 1 })

/** Invalidates the queries that show requests, after one was created or withdrawn. */
export async function invalidatePurchases(client: QueryClient): Promise<void> {
  await Promise.all([client.invalidateQueries({ queryKey: ['purchases'] }), client.invalidateQueries({ queryKey: ['payments'] })])
}
