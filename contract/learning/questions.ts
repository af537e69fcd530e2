import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { id, instant, line, paragraph, rowId } from '#contract/fields.ts'

/** Words of a question and of an answer. */
export const questionLimits = { title: 150, body: 5000 } as const
/** Questions and answers that one student writes in an hour. */
export const questionsAnHour = { questions: 10, answers: 40 } as const
/** Questions of one page of the board. */
export const questionsShown = 30

/** `unanswered` has no answer at all; `accepted` has one that helped. */
const questionStates = ['unanswered', 'answered', 'accepted'] as const

const question = z.object({
  id: z.int(),
  version: z.int(),
  batch_id: z.int(),
  course_id: z.int(),
  course: z.string(),
  /** The class that it is about; null for a question to the batch. */
  session_id: z.int().nullable(),
  /** Null for a class that is cancelled. */
  class_number: z.int().nullable(),
  class_topic: z.string().nullable(),
  /** Null when the person who asked has erased the account. */
  title: z.string().nullable(),
  body: z.string().nullable(),
  /** The first name, or "Former student". */
  asked_by: z.string(),
  mine: z.boolean(),
  created_at: instant,
  edited_at: instant.nullable(),
  state: z.enum(questionStates),
  answer_count: z.int(),
})
export type Question = z.output<typeof question>

const answer = z.object({
  id: z.int(),
  body: z.string(),
  /** The first name of a student, the name of an instructor, or "The school". */
  by: z.string(),
  role: z.enum(['student', 'instructor', 'school']),
  mine: z.boolean(),
  created_at: instant,
  accepted: z.boolean(),
})
export type Answer = z.output<typeof answer>

const thread = question.extend({
  /** The accepted one first, then in the order of writing. */
  answers: z.array(answer),
  /** The person who asked may edit until somebody else has answered. */
  may_edit: z.boolean(),
  /** Whether answers can be written: not when the words are erased. */
  may_answer: z.boolean(),
})
export type QuestionThread = z.output<typeof thread>

export const questionBody = z.strictObject({
  title: line(questionLimits.title, 'Please say in one line what you ask.'),
  body: paragraph(questionLimits.body, 'Please write your question.'),
  session_id: rowId.nullable(),
})
export const answerBody = z.strictObject({ body: paragraph(questionLimits.body, 'Please write an answer.') })

const example: Question = {
  id: 31,
  version: 2,
  batch_id: 101,
  course_id: 1,
  course: 'Full Stack Web Development',
  session_id: 2101,
  class_number: 7,
  class_topic: 'Reading a query plan',
  title: 'Why does the plan read the whole table?',
  body: 'There is an index on the column:\n\n```\nSeq Scan on orders\n```',
  asked_by: 'Asha',
  mine: true,
  created_at: '2026-12-21T16:00:00.000Z',
  edited_at: null,
  state: 'answered',
  answer_count: 1,
}
const threadExample: QuestionThread = {
  ...example,
  answers: [
    {
      id: 45,
      body: 'The table is small, so the planner finds it cheaper.',
      by: 'Meera Kulkarni',
      role: 'instructor',
      mine: false,
      created_at: '2026-12-22T05:00:00.000Z',
      accepted: false,
    },
  ],
  may_edit: false,
  may_answer: true,
}

const tag = 'Questions'
const ofBatch = { path: '/batches/:batch_id/questions/', tag, access: 'student', params: z.object({ batch_id: id }) } as const
const ofQuestion = { tag, access: 'student', params: z.object({ id }) } as const

export const listQuestions = endpoint({
  ...ofBatch,
  name: 'listQuestions',
  method: 'GET',
  summary: 'Questions of a batch, for its students: those without an answer first, then the newest',
  query: z.strictObject({
    session: id.optional(),
    q: line(100, 'Please give what to look for.').optional(),
    cursor: z.string().max(1000, 'This cursor is not valid.').optional(),
  }),
  answers: { 200: z.object({ questions: z.array(question), total: z.int(), next_cursor: z.string().nullable() }) },
  errors: [401, 404],
  example: { answer: { questions: [example], total: 1, next_cursor: null } },
})

export const askQuestion = endpoint({
  ...ofBatch,
  name: 'askQuestion',
  method: 'POST',
  summary: 'Ask the batch and its instructor, perhaps about one class; the same words again are the same question',
  body: questionBody,
  answers: { 201: thread },
  errors: [401, 404],
  example: {
    body: { title: 'Why does the plan read the whole table?', body: 'There is an index on the column.', session_id: 2101 },
    answer: threadExample,
  },
})

export const readQuestion = endpoint({
  ...ofQuestion,
  name: 'readQuestion',
  method: 'GET',
  path: '/questions/:id/',
  summary: 'A question with its answers, for the students of its batch; the ETag is its version',
  version: 'answered',
  answers: { 200: thread },
  errors: [401, 404],
  example: { answer: threadExample },
})

export const editQuestion = endpoint({
  ...ofQuestion,
  name: 'editQuestion',
  method: 'PUT',
  path: '/questions/:id/',
  summary: 'Change an own question until somebody else has answered; If-Match names the version',
  body: questionBody,
  version: 'required',
  answers: { 200: thread },
  errors: [401, 404, 409, 412, 428],
  example: {
    body: { title: 'Why does the plan read the whole table?', body: 'There is an index on the column.', session_id: null },
    answer: threadExample,
  },
})

export const deleteQuestion = endpoint({
  ...ofQuestion,
  name: 'deleteQuestion',
  method: 'DELETE',
  path: '/questions/:id/',
  summary: 'Delete an own question with its answers',
  answers: { 200: z.object({ deleted: z.literal(true) }) },
  errors: [401, 404],
  example: { answer: { deleted: true } },
})

export const answerQuestion = endpoint({
  ...ofQuestion,
  name: 'answerQuestion',
  method: 'POST',
  path: '/questions/:id/answers/',
  summary: 'Answer a question of the own batch; the same words again are the same answer',
  body: answerBody,
  answers: { 201: thread },
  errors: [401, 404, 409],
  example: { body: { body: 'The table is small, so the planner finds it cheaper.' }, answer: threadExample },
})

export const deleteAnswer = endpoint({
  ...ofQuestion,
  name: 'deleteAnswer',
  method: 'DELETE',
  path: '/answers/:id/',
  summary: 'Delete an own answer',
  answers: { 200: thread },
  errors: [401, 404],
  example: { answer: threadExample },
})

export const acceptAnswer = endpoint({
  ...ofQuestion,
  name: 'acceptAnswer',
  method: 'PUT',
  path: '/questions/:id/accepted/',
  summary: 'Say which answer of an own question helped; null takes it back',
  body: z.strictObject({ answer_id: rowId.nullable() }),
  answers: { 200: thread },
  errors: [401, 404],
  example: { body: { answer_id: 45 }, answer: threadExample },
})
