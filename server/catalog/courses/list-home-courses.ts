import type { AnswerOf } from '#contract/endpoint.ts'
import type { listHomeCourses as endpoint } from '#contract/catalog/catalog.ts'
import { primeKeywords } from '#contract/rules.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import { one, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { type CardRow, cardColumns } from '#server/catalog/offers/course-card.ts'
import { toShortCards } from './short-cards.ts'

/** Tabs of categories on the landing page, and courses of each. */
const shown = { categories: 8, courses: 6, prime: 24 }

const firstCourses = statement<CardRow>(
  'first_courses',
  `with kinds as (
     select lower(category) as kind, min(id) as first from courses where published group by 1 order by 2 limit $1
   )
   select ${cardColumns} from kinds k cross join lateral (
     select * from courses x where x.published and lower(x.category) = k.kind order by x.id limit $2) c
   order by c.id`,
)
/** The keywords of prime courses as whole words. */
const primePattern = `(?<![[:alpha:][:digit:]])(?:${primeKeywords.join('|')})(?![[:alpha:][:digit:]])`
const primeCourses = statement<CardRow>(
  'prime_courses',
  // Written out, because the index of these courses has the pattern in its condition.
  `select ${cardColumns} from courses c where c.published and c.title ~ '${primePattern}' order by c.id limit $1`,
)
const countCourses = statement<{ total: number }>('count_courses', `select count(*)::int as total from courses where published`)

/** Returns the courses of the landing page, each with the batch that can be chosen next. */
export async function listHomeCourses(deps: Deps, _visitor: Visitor): Promise<AnswerOf<typeof endpoint>> {
  const [first, prime, { total }] = await Promise.all([
    rows(deps.db, firstCourses, [shown.categories, shown.courses]),
    rows(deps.db, primeCourses, [shown.prime]),
    one(deps.db, countCourses),
  ])
  const [courses, primes] = await Promise.all([toShortCards(deps, first), toShortCards(deps, prime)])
  return { total, courses, prime: primes }
}
