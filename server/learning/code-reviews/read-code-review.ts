import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts'
import type { CodeReview, readCodeReview as contract } from '#contract/learning/code-reviews.ts'
import { previewedId } from '#server/platform/auth/preview.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import type { RequestFacts } from '#server/platform/http/route.ts'

const shownCodeReview = statement<CodeReview>(
  'shown_code_review',
  `select id, title, language, task, code_before, comments, code_after, origin, student_name
   from code_reviews
   where course_id is not distinct from $1::integer and (publication = 'published' or id = $2)
   order by id is distinct from $2 limit 1`,
)

/** Returns the code review that a page shows: that of a course, or of the home page. */
export async function readCodeReview(
  deps: Pick<Deps, 'db'>,
  _visitor: Visitor,
  { query: { course }, preview }: Pick<RequestFacts, 'preview'> & Pick<ParsedOf<typeof contract>, 'query'>,
): Promise<AnswerOf<typeof contract>> {
  const review = await row(deps.db, shownCodeReview, [course ?? null, previewedId(preview, 'code-reviews')])
  return { review: review ?? null }
}
