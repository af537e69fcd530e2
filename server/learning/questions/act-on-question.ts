import type { QuestionRecord } from '#contract/learning/staff/questions.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, notFound, StaleVersion } from '#server/platform/errors/errors.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { acceptOne, takeBackAccepted } from './answer-question.ts'
import { mailAsker } from './mail-asker.ts'
import { questionRecords } from './question-records.ts'

const holdVersionOfQuestion = statement<{ id: number }>(
  'hold_version_of_question',
  `update questions set edited_at = edited_at where id = $1 and version = any ($2::integer[]) returning id`,
)
const insertStaffAnswer = statement<{ id: number; by: string | null }>(
  'insert_staff_answer',
  `insert into answers (question_id, staff_id, body, created_at) values ($1, $2, $3, app_now())
   returning id, (select i.name from instructors i where i.staff_id = $2) as by`,
)
const deleteOneAnswer = statement<{ id: number }>(
  'delete_one_answer',
  `delete from answers where question_id = $1 and id = $2 returning id`,
)
const deleteOneQuestion = statement('delete_one_question', `delete from questions where id = $1`)

/** Runs an act at the version that the person saw, so that a second press does nothing. @throws HttpError 404; StaleVersion */
async function act(
  deps: Deps,
  staff: Staff,
  { id, versions }: Target,
  work: (tx: Queryable, question: QuestionRecord) => Promise<void>,
): Promise<QuestionRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const before = await questionRecords.find(tx, id, staff)
    if (!(await row(tx, holdVersionOfQuestion, [id, versions]))) throw new StaleVersion(before)
    await work(tx, before)
    return questionRecords.find(tx, id, staff)
  })
}

/** Answers, and mails the person who asked. @throws HttpError 404; 409 for a question without words; StaleVersion */
export async function answerAsStaff(deps: Deps, staff: Staff, { body, ...target }: Target & { body: string }) {
  return act(deps, staff, target, async (tx, question) => {
    if (question.body === null) throw conflict('erased', 'The person who asked has left. This question takes no more answers.')
    const answer = await one(tx, insertStaffAnswer, [target.id, staff.id, body])
    await mailAsker(deps, tx, { answerId: answer.id, by: answer.by ?? 'The school' })
  })
}

/** @throws HttpError 404; StaleVersion */
export async function acceptAsStaff(deps: Deps, staff: Staff, { answerId, ...target }: Target & { answerId: number | null }) {
  return act(deps, staff, target, async (tx) => {
    await rows(tx, takeBackAccepted, [target.id, answerId])
    if (answerId !== null && !(await row(tx, acceptOne, [target.id, answerId]))) throw notFound('Answer not found.')
  })
}

/** @throws HttpError 404; StaleVersion */
export async function removeAnswer(deps: Deps, staff: Staff, { answerId, ...target }: Target & { answerId: number }) {
  return act(deps, staff, target, async (tx) => {
    if (!(await row(tx, deleteOneAnswer, [target.id, answerId]))) throw notFound('Answer not found.')
  })
}

/** Deletes a question with its answers, and returns it as it was. @throws HttpError 404; StaleVersion */
export async function removeQuestion(deps: Deps, staff: Staff, { id, versions }: Target): Promise<QuestionRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const before = await questionRecords.find(tx, id, staff)
    if (!(await row(tx, holdVersionOfQuestion, [id, versions]))) throw new StaleVersion(before)
    await rows(tx, deleteOneQuestion, [id])
    return before
  })
}
