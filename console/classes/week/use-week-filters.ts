import { useQueries } from '@tanstack/react-query'
import {
  batchReference,
  instructorReference,
  ownBatchReference,
  publishedCourseReference,
} from '#console/kit/fields/references.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import type { Filter, Screen } from '#console/kit/resource/screen.ts'
import type { WeekState } from './week-state.ts'

const labels = { instructor: 'Instructor', course: 'Course', batch: 'Batch' }
const filters: readonly (Filter & { kind: 'reference' })[] = [
  { name: 'instructor', kind: 'reference', to: instructorReference, permission: 'instructors:read' },
  { name: 'course', kind: 'reference', to: publishedCourseReference, permission: 'week:read' },
  { name: 'batch', kind: 'reference', to: batchReference, permission: 'batches:read' },
]
/** Of a person who sees own classes alone. */
const ownFilters: typeof filters = [{ name: 'batch', kind: 'reference', to: ownBatchReference, permission: 'teaching:own' }]

/** The filters that the role has, and the chosen ones in words. */
export function useWeekFilters({ filters: { query } }: WeekState): {
  screen: Pick<Screen, 'filters' | 'labels' | 'views'>
  shownFilters: string
} {
  const { mayAll } = useAccess()
  const all = mayAll('week:read') ? filters : ownFilters
  const chosen = all.filter(({ name }) => query[name] !== undefined)
  const names = useQueries({
    queries: chosen.map(({ name, to }) => ({
      queryKey: [to.key, 'reference', Number(query[name])],
      queryFn: () => to.read(call, Number(query[name])),
      staleTime: 60_000,
    })),
    combine: (answers) =>
      answers.map(
        ({ data }, index) => data?.name ?? `${labels[chosen[index]?.name as 'batch']} ${query[chosen[index]?.name ?? '']}`,
      ),
  })
  return { screen: { filters: all, labels, views: [] }, shownFilters: names.join(', ') }
}
