import { useQuery } from '@tanstack/react-query'
import { holidays } from '#contract/classes/staff/holidays.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { everyRecord } from '#console/kit/resource/every-record.ts'

/** Names of the calendars of holidays, and of the one that is chosen, in order. */
export function useCalendars(chosen: string | null): string[] {
  const { may } = useAccess()
  const { data } = useQuery({
    queryKey: ['holidays', 'calendars'],
    queryFn: async () => (await everyRecord(holidays.endpoints.list, {})).map(({ calendar }) => calendar),
    enabled: may('holidays:read'),
  })
  return [...new Set([...(data ?? []), ...(chosen ? [chosen] : [])])].toSorted()
}
