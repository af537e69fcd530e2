import { useQuery } from '@tanstack/react-query'
import { holidays } from '#contract/classes/staff/holidays.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { everyRecord } from '#console/kit/resource/every-record.ts'

/** The calendar of each holiday. */
function useHolidays(): string[] {
  const { may } = useAccess()
  const { data } = useQuery({
    queryKey: ['holidays', 'calendars'],
    queryFn: async () => (await everyRecord(holidays.endpoints.list, {})).map(({ calendar }) => calendar),
    enabled: may('holidays:read'),
  })
  return data ?? []
}

/** Names of the calendars of holidays, and of the one that is chosen, in order. */
export function useCalendars(chosen: string | null): string[] {
  return [...new Set([...useHolidays(), ...(chosen ? [chosen] : [])])].toSorted()
}

/** The calendar with the most holidays; null when the school has none. */
export function useMainCalendar(): string | null {
  const days = new Map<string, number>()
  for (const calendar of useHolidays()) days.set(calendar, (days.get(calendar) ?? 0) + 1)
  const [main] = [...days].toSorted(([one, its], [other, others]) => others - its || one.localeCompare(other))
  return main?.[0] ?? null
}
