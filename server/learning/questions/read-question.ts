import type { Answer, Question, QuestionThread } from '#contract/learning/questions.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { authorJoins, authorName, authorRole, firstName, isMember, questionColumns, questionJoins } from './question-sql.ts'

const questionOfMember = statement<Question & { answered_by_others: boolean }>(
  'question_of_member',
  `select ${questionColumns('$2::bigint')},
     exists (select from answers a where a.question_id = r.id and a.user_id is distinct from r.user_id) as answered_by_others
   from questions r ${questionJoins} where r.id = $1 and ${isMember('$2::bigint')}`,
)
const answersOfQuestion = statement<Answer>(
  'answers_of_question',
  `select a.id, a.body, ${authorName(firstName('w'))} as by, ${authorRole} as role, coalesce(a.user_id = $2::bigint, false) as mine,
     ${isoInstant('a.created_at')} as created_at, a.accepted_at is not null as accepted
   from answers a ${authorJoins} where a.question_id = $1 order by a.accepted_at is null, a.id`,
)

/** Returns a question as a student of its batch reads it. @throws HttpError 404 for everybody else */
export async function findThread(db: Queryable, student: Student, id: number): Promise<QuestionThread> {
  const found = await row(db, questionOfMember, [id, student.id])
  if (!found) throw notFound('Question not found.')
  const { answered_by_others: isAnswered, ...question } = found
  const answers = await rows(db, answersOfQuestion, [id, student.id])
  const hasWords = question.body !== null
  return { ...question, answers, may_edit: question.mine && hasWords && !isAnswered, may_answer: hasWords }
}

/** @throws HttpError 404 */
export async function readQuestion(deps: Pick<Deps, 'db'>, student: Student, id: number): Promise<QuestionThread> {
  return findThread(deps.db, student, id)
}
