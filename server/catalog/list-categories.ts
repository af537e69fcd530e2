import type { Category } from '#contract/catalog.ts'
import type { Visitor } from '../auth/principal.ts'
import { rows, statement } from '../db/query.ts'
import type { Deps } from '../deps.ts'

const categoriesOfCourses = statement<Category>(
  'categories_of_courses',
  `select category as name, count(*)::int as courses from courses where published group by category order by min(id)`,
)

/** Returns the categories of the published courses, in the order of their first course. */
export function listCategories(deps: Deps, _visitor: Visitor): Promise<Category[]> {
  return rows(deps.db, categoriesOfCourses)
}
