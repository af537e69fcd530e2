import { useQuery } from '@tanstack/react-query'
import { type Cancellation, readCancellation } from '#contract/money/staff/cancellations.ts'
import { call } from '#console/kit/api/client.ts'

/** Milliseconds between two looks at a cancellation that goes on. */
const lookAgain = 2000

export const cancellationKey = (batchId: number) => ['batches', 'cancellation', batchId] as const

const goesOn = ({ started_at, done, total }: Cancellation): boolean => started_at !== null && done < total

/** The students of a batch and what becomes of each. While students wait it is read again and again. */
export function useCancellation(batchId: number) {
  return useQuery({
    queryKey: cancellationKey(batchId),
    queryFn: () => call(readCancellation, { params: { id: batchId } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && goesOn(state.data) ? lookAgain : false),
  })
}
