import { batchFilters, finderSteps } from './batch-filters.ts'
import { courseTabs, type PageName } from './pages.ts'

/** The values of a query parameter: a list, the lower-case categories of the courses, or up to three ids. */
export type QueryValues = readonly string[] | 'categories' | 'ids'

/**
 * Query parameters that change a rendered page. A cached page ignores others. A page with ids, or with more than two
 * parameters, is not cached: there are too many of them. Only the server reads this; it stays out of the pages' code.
 */
export const pageQueries: Partial<Record<PageName, Record<string, QueryValues>>> = {
  courses: { category: 'categories', after: 'ids' },
  blogs: { after: 'ids' },
  resources: { after: 'ids' },
  'projects-list': { after: 'ids' },
  companies: { after: 'ids' },
  course: { tab: courseTabs },
  'new-batches': {
    category: 'categories',
    days: Object.keys(batchFilters.days),
    time: Object.keys(batchFilters.time),
    level: Object.keys(batchFilters.level),
    fee: Object.keys(batchFilters.fee),
    after: 'ids',
    compare: 'ids',
    find: finderSteps,
  },
}
