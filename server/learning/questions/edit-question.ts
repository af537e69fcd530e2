import type { editQuestion as endpoint, QuestionThread } from '#contract/learning/questions.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { row, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, notFound, StaleVersion } from '#server/platform/errors/errors.ts'
import { checkClass } from './ask-question.ts'
import { findThread } from './read-question.ts'

// An answer raises the version, so one that comes meanwhile makes the change stale.
const updateQuestion = statement<{ id: number }>(
  'update_question',
  `update questions q set title = $4, body = $5, session_id = $6, edited_at = app_now()
   where q.id = $1 and q.user_id = $2 and q.version = any ($3::integer[]) and q.body is not null
     and not exists (select from answers a where a.question_id = q.id and a.user_id is distinct from q.user_id) returning q.id`,
)
const deleteOwnQuestion = statement<{ id: number }>(
  'delete_own_question',
  `delete from questions where id = $1 and user_id = $2 returning id`,
)

/** @throws HttpError 404; 409 when somebody else has answered; 400 for a class of another batch; StaleVersion */
export async function editQuestion(
  deps: Pick<Deps, 'db'>,
  student: Student,
  { params: { id }, body, versions }: ParsedOf<typeof endpoint> & { versions: number[] },
): Promise<QuestionThread> {
  return transaction(deps.db, async (tx) => {
    const before = await findThread(tx, student, id)
    if (!before.mine) throw notFound('Question not found.')
    if (!before.may_edit) throw conflict('answered', 'Somebody has answered. Please write an answer to add something.')
    await checkClass(tx, before.batch_id, body.session_id)
    const values = [id, student.id, versions, body.title, body.body, body.session_id]
    if (!(await row(tx, updateQuestion, values))) throw new StaleVersion(await findThread(tx, student, id))
    return findThread(tx, student, id)
  })
}

/** Deletes an own question with its answers. @throws HttpError 404 */
export async function deleteQuestion(deps: Pick<Deps, 'db'>, student: Student, id: number): Promise<{ deleted: true }> {
  return transaction(deps.db, async (tx) => {
    await findThread(tx, student, id)
    if (!(await row(tx, deleteOwnQuestion, [id, student.id]))) throw notFound('Question not found.')
    return { deleted: true }
  })
}
