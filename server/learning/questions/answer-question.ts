import type { QuestionThread } from '#contract/learning/questions.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { one, row, rows, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, notFound } from '#server/platform/errors/errors.ts'
import { mailAsker } from './mail-asker.ts'
import { isMember } from './question-sql.ts'
import { findThread } from './read-question.ts'

/** Raises the version and holds the question, so that acts on one question come one after the other. */
const holdQuestion = statement<{ id: number }>(
  'hold_question',
  `update questions set edited_at = edited_at where id = $1 returning id`,
)
const sameAnswer = statement<{ id: number }>(
  'same_answer',
  `select id from answers where question_id = $1 and user_id = $2 and body = $3 and created_at > app_now() - interval '1 hour' limit 1`,
)
const insertAnswer = statement<{ id: number }>(
  'insert_answer',
  `insert into answers (question_id, user_id, body, created_at) values ($1, $2, $3, app_now()) returning id`,
)
const deleteOwnAnswer = statement<{ question_id: number }>(
  'delete_own_answer',
  `delete from answers where id = $1 and user_id = $2 returning question_id`,
)
const answeredQuestion = statement<{ id: number }>(
  'answered_question',
  `select r.id from answers a join questions r on r.id = a.question_id where a.id = $1 and ${isMember('$2::bigint')}`,
)
export const takeBackAccepted = statement(
  'take_back_accepted',
  `update answers set accepted_at = null where question_id = $1 and accepted_at is not null and id is distinct from $2::integer`,
)
export const acceptOne = statement<{ id: number }>(
  'accept_one',
  `update answers set accepted_at = coalesce(accepted_at, app_now()) where question_id = $1 and id = $2 returning id`,
)

/** Answers, and mails the person who asked. @throws HttpError 404; 409 for a question without words */
export async function answerQuestion(
  deps: Pick<Deps, 'db' | 'config' | 'jobs'>,
  student: Student,
  { id, body }: { id: number; body: string },
): Promise<QuestionThread> {
  return transaction(deps.db, async (tx) => {
    const before = await findThread(tx, student, id)
    if (!before.may_answer) throw conflict('erased', 'The person who asked has left. This question takes no more answers.')
    if (!(await row(tx, holdQuestion, [id]))) throw notFound('Question not found.')
    const values = [id, student.id, body]
    if (!(await row(tx, sameAnswer, values))) {
      const answer = await one(tx, insertAnswer, values)
      await mailAsker(deps, tx, { answerId: answer.id, by: null })
    }
    return findThread(tx, student, id)
  })
}

/** @throws HttpError 404 for an answer of somebody else */
export async function deleteAnswer(deps: Pick<Deps, 'db'>, student: Student, id: number): Promise<QuestionThread> {
  return transaction(deps.db, async (tx) => {
    // Who may not read the question learns nothing of its answers.
    const question = await row(tx, answeredQuestion, [id, student.id])
    if (!question) throw notFound('Answer not found.')
    await rows(tx, holdQuestion, [question.id])
    if (!(await row(tx, deleteOwnAnswer, [id, student.id]))) throw notFound('Answer not found.')
    return findThread(tx, student, question.id)
  })
}

/** Says which answer helped. One of a question is accepted at most. @throws HttpError 404 */
export async function acceptAnswer(
  deps: Pick<Deps, 'db'>,
  student: Student,
  { id, answerId }: { id: number; answerId: number | null },
): Promise<QuestionThread> {
  return transaction(deps.db, async (tx) => {
    if (!(await findThread(tx, student, id)).mine) throw notFound('Question not found.')
    await rows(tx, holdQuestion, [id])
    await rows(tx, takeBackAccepted, [id, answerId])
    if (answerId !== null && !(await row(tx, acceptOne, [id, answerId]))) throw notFound('Answer not found.')
    return findThread(tx, student, id)
  })
}
