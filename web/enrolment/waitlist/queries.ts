import { queryOptions } from '@tanstack/react-query'
import { type BatchOfCourse, readBatch } from '#contract/catalog/catalog.ts'
import { ApiError } from '#contract/client.ts'
import { listWaitlist } from '#contract/enrolment/waitlist.ts'
import { call } from '#web/lib/api.ts'

/** The course and batch; null when no current batch has this id. */
export const batchQuery = (batchId: string) =>
  queryOptions({
    queryKey: ['batch', batchId],
    queryFn: (): Promise<BatchOfCourse | null> =>
      call(readBatch, { params: { batch_id: batchId } }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }),
  })

/** @param email of the session: part of the key, so that another student in this tab gets no cached data of the previous one */
export const waitsQuery = (email: string | undefined) =>
  queryOptions({ queryKey: ['waitlist', email ?? ''], queryFn: async () => (await call(listWaitlist)).items })
