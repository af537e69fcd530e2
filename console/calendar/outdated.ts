import { useQuery } from '@tanstack/react-query'
import { listOutdatedBatches } from '#contract/staff/batches.ts'
import { holidays } from '#contract/staff/holidays.ts'
import { call } from '../api/client.ts'
import { listKey } from '../resource/calls.ts'

/** Batches whose classes differ from their patterns. Its key is below the list of holidays, so that a change of one asks again. */
export function useOutdated() {
  return useQuery({
    queryKey: [...listKey(holidays), 'outdated'],
    queryFn: () => call(listOutdatedBatches),
    staleTime: 0,
  })
}
