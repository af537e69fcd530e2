import type { ParsedOf } from '#contract/endpoint.ts'
import type { askQuestion as endpoint, QuestionThread } from '#contract/learning/questions.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { type Queryable, row, rows, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { invalid, notFound } from '#server/platform/errors/errors.ts'
import { requireMember } from './list-questions.ts'
import { findThread } from './read-question.ts'

// A repeated call waits here, and then finds the question of the first.
const lockAsker = statement('lock_asker', `select pg_advisory_xact_lock(92, $1::bigint::integer)`)
const sameQuestion = statement<{ id: number }>(
  'same_question',
  `select id from questions where batch_id = $1 and user_id = $2 and session_id is not distinct from $3::integer and title = $4
     and body = $5 and created_at > app_now() - interval '1 hour' order by id limit 1`,
)
const classOfBatch = statement<{ id: number }>('class_of_batch', `select id from class_sessions where id = $1 and batch_id = $2`)
const insertQuestion = statement<{ id: number }>(
  'insert_question',
  `insert into questions (batch_id, user_id, session_id, title, body, created_at)
   select e.batch_id, e.user_id, $3, $4, $5, app_now() from active_enrolments e
   where e.batch_id = $1 and e.user_id = $2 returning id`,
)

/** @throws HttpError 400 for a class of another batch */
export async function checkClass(db: Queryable, batchId: number, sessionId: number | null): Promise<void> {
  if (sessionId === null || (await row(db, classOfBatch, [sessionId, batchId]))) return
  const message = 'This is no class of your batch.'
  throw invalid(message, { session_id: [message] })
}

/** @throws HttpError 404 for a batch that the student is not in; 400 for a class of another batch */
export async function askQuestion(
  deps: Pick<Deps, 'db'>,
  student: Student,
  { params, body }: ParsedOf<typeof endpoint>,
): Promise<QuestionThread> {
  return transaction(deps.db, async (tx) => {
    await requireMember(tx, student, params.batch_id)
    await checkClass(tx, params.batch_id, body.session_id)
    await rows(tx, lockAsker, [student.id])
    const values = [params.batch_id, student.id, body.session_id, body.title, body.body]
    const asked = (await row(tx, sameQuestion, values)) ?? (await row(tx, insertQuestion, values))
    // The enrolment ended meanwhile.
    if (!asked) throw notFound('You are not in this batch.')
    return findThread(tx, student, asked.id)
  })
}
