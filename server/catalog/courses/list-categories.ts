import type { Category } from '#contract/catalog/catalog.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'

// The category in lower case is a condition of the index.
const categoriesOfCourses = statement<Category>(
  'categories_of_courses',
  `select k.name, k.courses, exists (
       select from batches b join courses c on c.id = b.course_id
       where lower(c.category) = lower(k.name) and c.category = k.name and c.published
         and b.published and b.cancelled_at is null and b.starts_at > app_now()) as has_new_batches
   from (select category as name, count(*)::int as courses, min(id) as first from courses where published group by category) k
   order by k.first`,
)

/** Returns the categories of the published courses, in the order of their first course. */
export function listCategories(deps: Deps, _visitor: Visitor): Promise<Category[]> {
  return rows(deps.db, categoriesOfCourses)
}
