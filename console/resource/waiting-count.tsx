import { useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import type { Resource } from './screen.ts'

/** How many records wait for a person, beside the link to their list. */
export function WaitingCount({ resource, filter }: { resource: Resource; filter: Readonly<Record<string, string>> }) {
  const { data } = useQuery({
    queryKey: [resource.name, 'waiting'],
    queryFn: async () =>
      (await call(resource.endpoints.list, { query: { limit: '1', ...filter } } as never)) as { total: number },
    refetchInterval: 60_000,
  })
  if (!data || data.total === 0) return null
  return (
    <span className="ml-auto rounded-full bg-signal-soft px-1.5 py-0.5 text-xs font-semibold text-signal">
      <span className="figures">{data.total > 99 ? '99+' : data.total}</span>
      <span className="sr-only"> waiting</span>
    </span>
  )
}
