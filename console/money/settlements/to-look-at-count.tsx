import { useQuery } from '@tanstack/react-query'
import { readUnsettled } from '#contract/money/staff/settlements.ts'
import { call } from '#console/kit/api/client.ts'
import { CountBadge } from '#console/kit/resource/waiting-count.tsx'

/** How many payments are late and how many settlements differ, beside the link to the month. */
export default function SettlementsToLookAt() {
  const { data } = useQuery({
    queryKey: ['month', 'unsettled'],
    queryFn: () => call(readUnsettled),
    refetchInterval: 60_000,
  })
  return <CountBadge count={(data?.late.length ?? 0) + (data?.differences.length ?? 0)} />
}
