import { type Question, questionsShown } from '#contract/learning/questions.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { keyset } from '#server/platform/db/keyset.ts'
import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { questionColumns, questionJoins } from './question-sql.ts'

const ownBatch = statement<{ id: number }>(
  'own_batch',
  `select e.batch_id as id from active_enrolments e where e.batch_id = $1 and e.user_id = $2`,
)

/** @throws HttpError 404 for a batch that the student is not in */
export async function requireMember(db: Queryable, student: Student, batchId: number): Promise<void> {
  if (!(await row(db, ownBatch, [batchId, student.id]))) throw notFound('You are not in this batch.')
}

const board = keyset<Question>({
  name: 'questions_of_batch',
  select: questionColumns('$2::bigint'),
  from: `questions r ${questionJoins}`,
  // The count has the reader's parameter too.
  where: `r.batch_id = $1 and $2::bigint is not null and ($3::integer is null or r.session_id = $3)
    and ($4::text is null or position(folded($4) in folded(concat_ws(' ', r.title, r.body))) > 0)`,
  filters: 4,
  // Those without an answer stand above all others.
  sorts: { shown: { type: 'bigint', sql: `(case when s.answers = 0 then 1 else 0 end)::bigint * 4294967296 + r.id` } },
  id: 'r.id',
})

interface Asked {
  params: { batch_id: number }
  query: { session?: number | undefined; q?: string | undefined; cursor?: string | undefined }
}

/** @throws HttpError 404 for a batch that the student is not in; 400 for a cursor that is not valid */
export async function listQuestions(deps: Pick<Deps, 'db'>, student: Student, { params, query }: Asked) {
  await requireMember(deps.db, student, params.batch_id)
  const filters = [params.batch_id, student.id, query.session ?? null, query.q ?? null]
  const [{ items, next_cursor }, total] = await Promise.all([
    board.page(deps.db, { sort: '-shown', limit: questionsShown, cursor: query.cursor, filters }),
    board.count(deps.db, filters),
  ])
  return { questions: items, total, next_cursor }
}
