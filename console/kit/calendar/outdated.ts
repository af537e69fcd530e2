import { useQuery } from '@tanstack/react-query'
import { listOutdatedBatches } from '#contract/classes/staff/batches.ts'
import { holidays } from '#contract/classes/staff/holidays.ts'
import { call } from '#console/kit/api/client.ts'
import { listKey } from '#console/kit/resource/calls.ts'

/**
 * Batches whose classes differ from their patterns, or this one if it does. Its key is below the list of holidays, so that a change of
 * one asks again. While the server still compares batches, it asks again every minute.
 */
export function useOutdated(batchId?: number) {
  return useQuery({
    queryKey: [...listKey(holidays), 'outdated', batchId],
    queryFn: () => call(listOutdatedBatches, { query: { batch: batchId === undefined ? undefined : String(batchId) } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.is_complete === false ? 60_000 : false),
  })
}
