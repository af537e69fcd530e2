import type { BatchFilter } from '#contract/batch-filters.ts'
import type { BatchRow } from '#contract/catalog/catalog.ts'

const wanted = 3

/** The filters in the order in which they are given up when too few batches fit. */
const leastFirst = ['fee', 'level', 'time', 'days'] as const satisfies readonly BatchFilter[]

/** As the API takes it. */
type Query = Record<string, string | undefined>

interface Read {
  items: BatchRow[]
  total: number
}

/**
 * The next three batches that can be chosen and fit all answers. When there are fewer, those follow that fit all but the fee, all but fee
 * and level, and so on.
 */
export async function findThree(query: Query, read: (query: Query) => Promise<Read>) {
  const { items, total } = await read(query)
  const fitting = firstOpen(items)
  const closer = fitting.length < wanted ? await Promise.all(widened(query).map(read)) : []
  return { items: firstOpen([...fitting, ...closer.flatMap((page) => page.items)]), fitting: fitting.length, total }
}

/** The query without its least important filter, without the two least important ones, and so on. */
function widened(query: Query): Query[] {
  const set = leastFirst.filter((name) => query[name] !== undefined)
  return set.map((_, index) => ({ ...query, ...Object.fromEntries(set.slice(0, index + 1).map((name) => [name, undefined])) }))
}

function firstOpen(rows: readonly BatchRow[]): BatchRow[] {
  const open = new Map(rows.filter(({ batch }) => batch.can_enroll).map((row) => [row.batch.id, row]))
  return [...open.values()].slice(0, wanted)
}
