import { useQuery } from '@tanstack/react-query'
import { readTotal } from './calls.ts'
import type { Filtering, Resource } from './screen.ts'

/** How many records wait for a person, beside the link to their list. */
export function WaitingCount<R extends Resource>({ resource, filter }: { resource: R; filter: Filtering<R> }) {
  const { data: total = 0 } = useQuery({
    queryKey: [resource.name, 'waiting'],
    queryFn: () => readTotal(resource, filter),
    refetchInterval: 60_000,
  })
  return <CountBadge count={total} />
}

/** A count beside a link; nothing while it is none. */
export function CountBadge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span data-count className="ml-auto rounded-full bg-signal-soft px-1.5 py-0.5 text-xs font-semibold text-signal">
      <span className="figures">{count > 99 ? '99+' : count}</span>
      <span className="sr-only"> waiting</span>
    </span>
  )
}
