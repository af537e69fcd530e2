import type { CourseCard } from '#contract/catalog/catalog.ts'
import { coursesOfPage } from '#contract/rules.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { type CardRow, cardColumns } from '#server/catalog/offers/course-card.ts'
import { toShortCards } from './short-cards.ts'

const coursesAfter = statement<CardRow>(
  'courses_after',
  `select ${cardColumns} from courses c where c.published and c.id > $1 order by c.id limit $2`,
)
const coursesOfCategoryAfter = statement<CardRow>(
  'courses_of_category_after',
  `select ${cardColumns} from courses c where c.published and lower(c.category) = $3 and c.id > $1 order by c.id limit $2`,
)

/** Returns a page of published courses, and the id after which the next page begins. */
export async function listCoursePage(
  deps: Deps,
  _visitor: Visitor,
  { query }: { query: { category?: string | undefined; after?: number | undefined } },
): Promise<{ items: CourseCard[]; next: number | null }> {
  const { category, after = 0 } = query
  // The extra row shows whether there is a next page.
  const limits = [after, coursesOfPage + 1]
  const found =
    category === undefined
      ? await rows(deps.db, coursesAfter, limits)
      : await rows(deps.db, coursesOfCategoryAfter, [...limits, category])
  const items = await toShortCards(deps, found.slice(0, coursesOfPage))
  return { items, next: found.length > coursesOfPage ? (items.at(-1)?.id ?? null) : null }
}
