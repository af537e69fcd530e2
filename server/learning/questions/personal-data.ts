import { statement } from '#server/platform/db/query.ts'
import { exportParts, type PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

// What a person added to an own question belongs to the question.
const eraseOwnFollowUps = statement(
  'erase_own_follow_ups',
  `delete from answers a using questions q where q.id = a.question_id and q.user_id = $1 and a.user_id = $1`,
)
const eraseLoneQuestions = statement(
  'erase_lone_questions',
  `delete from questions q where q.user_id = $1 and not exists (select from answers a where a.question_id = q.id)`,
)
const eraseQuestionWords = statement(
  'erase_question_words',
  `update questions set title = null, body = null where user_id = $1 and body is not null`,
)

export const questionsPersonalData: PersonalData = {
  exports: {
    account: exportParts({
      questions: `select batch_id, session_id, title, body, created_at, edited_at from questions where user_id = $1 order by id`,
      answers_to_questions: `select q.batch_id, a.question_id, a.body, a.created_at, a.accepted_at
       from answers a join questions q on q.id = a.question_id where a.user_id = $1 order by a.id`,
    }),
  },
  erasures: { account: [eraseOwnFollowUps, eraseLoneQuestions, eraseQuestionWords] },
}
