import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { FixedView, Screen } from './screen.ts'

/** What a list shows, read from the address: a link shows the same list to a colleague. */
export interface ListState {
  /** The query of the list's and the export's call. */
  query: Readonly<Record<string, string>>
  sort: string
  set: (change: Readonly<Record<string, string | null>>) => void
  replaceAll: (search: string) => void
  search: string
}

export function useListState({ resource, filters }: Pick<Screen, 'resource' | 'filters'>): ListState {
  const [params, setParams] = useSearchParams()
  const search = params.toString()
  const query = useMemo(() => {
    const found = new URLSearchParams(search)
    const names = ['q', 'sort', ...filters.map(({ name }) => name)]
    return Object.fromEntries(names.flatMap((name) => (found.get(name) ? [[name, found.get(name) ?? '']] : [])))
  }, [search, filters])
  return {
    query,
    search,
    sort: query['sort'] ?? resource.usualSort ?? resource.sort[0] ?? 'id',
    set(change) {
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
          for (const [name, value] of Object.entries(change)) {
            if (value === null || value === '') next.delete(name)
            else next.set(name, value)
          }
          return next
        },
        { replace: true },
      )
    },
    replaceAll: (next) => setParams(new URLSearchParams(next)),
  }
}

/** The filters of a view. Its order is a proposal. */
export const filtersOf = ({ search }: FixedView): [name: string, value: string][] =>
  [...new URLSearchParams(search)].filter(([name]) => name !== 'sort')

/** The view that the list shows, perhaps with an order of its own and more filters. A view without filters is an order alone. */
export function currentView(
  { views }: Pick<Screen, 'views'>,
  { query, search }: Pick<ListState, 'query' | 'search'>,
): FixedView | undefined {
  return views.find((view) => {
    const filters = filtersOf(view)
    return filters.length === 0 ? view.search === search : filters.every(([name, value]) => query[name] === value)
  })
}
