import { useQuery } from '@tanstack/react-query'
import { listNextStarts } from '#contract/catalog/catalog.ts'
import { call } from '#web/lib/api.ts'
import { StartingSoon } from './starting-soon.tsx'

/** The batches that start next, but for courses that the student has. Nothing until they are read. */
export function NextStarts({ without }: { without: ReadonlySet<number> }) {
  const { data } = useQuery({ queryKey: ['next-starts'], queryFn: () => call(listNextStarts) })
  return <StartingSoon starts={data?.filter(({ course }) => !without.has(course.id)) ?? []} />
}
