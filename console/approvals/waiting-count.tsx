import { useQuery } from '@tanstack/react-query'
import { approvals } from '#contract/staff/approvals.ts'
import { call } from '../api/client.ts'

/** How many acts wait for a second person, beside the link to them. */
export default function WaitingCount() {
  const { data } = useQuery({
    queryKey: [approvals.name, 'waiting'],
    queryFn: () => call(approvals.endpoints.list, { query: { limit: '1', state: 'waiting' } }),
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
