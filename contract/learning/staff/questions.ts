import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { day, id, instant, rowId } from '#contract/fields.ts'
import { answerBody } from '#contract/learning/questions.ts'
import { actsOn, flag, readOnlyResource, recordFields } from '#contract/resource.ts'
import { schoolDay } from '#contract/filters.ts'

/** `waiting` waits for the school: for its first answer, or for one to what the student wrote after it. */
export const staffQuestionStates = ['waiting', 'answered', 'accepted'] as const
export const staffQuestionStateNames: Readonly<Record<(typeof staffQuestionStates)[number], string>> = {
  waiting: 'To answer',
  answered: 'Answered',
  accepted: 'Accepted',
}

const record = z.object({
  ...recordFields,
  batch_id: z.int(),
  course: z.string(),
  batch_starts_on: day,
  session_id: z.int().nullable(),
  class_number: z.int().nullable(),
  class_topic: z.string().nullable(),
  student_id: z.int(),
  /** "Former student" when the account is erased. */
  student: z.string(),
  title: z.string().nullable(),
  body: z.string().nullable(),
  state: z.enum(staffQuestionStates),
  created_at: instant,
  /** Since when it waits for the school; when it was asked for one that does not wait. */
  since_at: instant,
  /** Working hours since then; null for one that does not wait. */
  age_hours: z.number().nullable(),
  answer_count: z.int(),
})
export type QuestionRecord = z.output<typeof record>

const example: QuestionRecord = {
  id: 31,
  version: 2,
  batch_id: 101,
  course: 'Full Stack Web Development',
  batch_starts_on: '2026-12-07',
  session_id: 2101,
  class_number: 7,
  class_topic: 'Reading a query plan',
  student_id: 7,
  student: 'Asha Patil',
  title: 'Why does the plan read the whole table?',
  body: 'There is an index on the column.',
  state: 'waiting',
  created_at: '2026-12-21T16:00:00.000Z',
  since_at: '2026-12-21T16:00:00.000Z',
  age_hours: 8.5,
  answer_count: 0,
}

/** Questions of students. An instructor has those of own batches, and of classes taught as a substitute. */
export const questions = readOnlyResource({
  name: 'questions',
  singular: 'question',
  record,
  filters: {
    state: z.enum(staffQuestionStates, `Please give one of ${staffQuestionStates.join(', ')}.`).optional(),
    /** Waits for as many working hours as `answerHours.late`. */
    is_late: flag.optional(),
    batch: id.optional(),
    session: id.optional(),
    from: schoolDay.optional(),
    to: schoolDay.optional(),
  },
  sort: ['since_at', 'id'],
  permission: { read: 'questions:read' },
  stepUp: ['export'],
  words: { state: staffQuestionStateNames },
  examples: { record: example },
})

const answer = z.object({
  id: z.int(),
  body: z.string(),
  by: z.string(),
  role: z.enum(['student', 'instructor', 'school']),
  /** Whether the person who asked wrote it. */
  of_asker: z.boolean(),
  created_at: instant,
  accepted: z.boolean(),
})
export type StaffAnswer = z.output<typeof answer>

export const readQuestionAnswers = endpoint({
  name: 'readQuestionAnswers',
  method: 'GET',
  path: '/staff/questions/:id/answers/',
  tag: 'Staff: questions',
  summary: 'Answers to a question, the oldest first',
  access: { staff: 'questions:read' },
  params: z.object({ id }),
  answers: { 200: z.object({ answers: z.array(answer) }) },
  errors: [404],
  example: {
    answer: {
      answers: [
        {
          id: 45,
          body: 'The table is small, so the planner finds it cheaper.',
          by: 'Meera Kulkarni',
          role: 'instructor',
          of_asker: false,
          created_at: '2026-12-22T05:00:00.000Z',
          accepted: false,
        },
      ],
    },
  },
})

const act = actsOn(questions, { staff: 'questions:write' })

export const answerAsStaff = act({
  name: 'answerAsStaff',
  verb: 'answers',
  summary: 'Answer a question; the student gets a mail about it',
  body: answerBody,
  example: { body: 'The table is small, so the planner finds it cheaper.' },
})

export const acceptAsStaff = act({
  name: 'acceptAsStaff',
  verb: 'accept',
  summary: 'Say which answer helps, or with null that none does',
  body: z.strictObject({ answer_id: rowId.nullable() }),
  example: { answer_id: 45 },
})

export const removeAnswer = act({
  name: 'removeAnswer',
  verb: 'remove-answer',
  summary: 'Delete an answer',
  body: z.strictObject({ answer_id: rowId }),
  example: { answer_id: 45 },
})

export const removeQuestion = act({
  name: 'removeQuestion',
  verb: 'remove',
  summary: 'Delete a question with its answers',
  body: z.strictObject({}),
  example: {},
})
