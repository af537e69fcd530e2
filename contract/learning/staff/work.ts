import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { chosenInstant, id, instant, line, paragraph } from '#contract/fields.ts'
import { bytesAnswer } from '#contract/file-answers.ts'
import { readOnlyResource, recordFields, resource } from '#contract/resource.ts'
import { attempt, attemptExample, outcomes, webLink, workLimits } from '#contract/learning/work.ts'

/** Working days after which a review is urgent, and late: the school promises comments within two. */
export const reviewDays = { urgent: 1, late: 2 } as const

const permission = { read: 'work:read', write: 'work:write' } as const

const ofClass = {
  session_id: z.int(),
  batch_id: z.int(),
  course: z.string(),
  /** Of the class; null when it is cancelled. */
  number: z.int().nullable(),
}
const exercise = z.object({
  ...recordFields,
  ...ofClass,
  topic: z.string(),
  /** Of the class. */
  starts_at: instant,
  title: z.string(),
  text: z.string(),
  link: z.string().nullable(),
  due_at: instant,
  /** Students of the batch now. */
  students: z.int(),
  /** How many of them have handed in, wait for a review, and are accepted. */
  handed_in: z.int(),
  waiting: z.int(),
  accepted: z.int(),
  /** Whether the person who asks writes it. */
  may_write: z.boolean(),
})
export type ExerciseRecord = z.output<typeof exercise>

const changes = z.strictObject({
  title: line(160, 'Title is required.'),
  text: z.union([z.literal(''), paragraph(workLimits.words)]),
  link: webLink.nullable(),
  due_at: chosenInstant('Please say when it is due.'),
})
const input = z.strictObject({ session_id: z.int('Please choose a class.').min(1).max(2_147_483_647), ...changes.shape })

const exerciseExample: z.input<typeof exercise> = {
  id: 3,
  version: 1,
  session_id: 2101,
  batch_id: 101,
  course: 'Full Stack Web Development',
  number: 7,
  topic: 'Reading a query plan',
  starts_at: '2026-12-21T14:00:00.000Z',
  title: 'Make a slow query fast',
  text: 'Take a slow query of your own project. Read its plan and make it fast.',
  link: null,
  due_at: '2026-12-28T18:29:00.000Z',
  students: 12,
  handed_in: 7,
  waiting: 2,
  accepted: 4,
  may_write: true,
}
const changesExample = {
  title: exerciseExample.title,
  text: exerciseExample.text,
  link: null,
  due_at: exerciseExample.due_at,
}

/** Exercises of classes. An instructor reads those of own batches, and a substitute those of the classes that they teach. */
export const exercises = resource({
  name: 'exercises',
  singular: 'exercise',
  record: exercise,
  input,
  changes,
  filters: { session: id.optional(), batch: id.optional() },
  sort: ['due_at', 'title', 'id'],
  usualSort: '-due_at',
  permission,
  verbs: { remove: 'Delete an exercise that nobody has handed in; answers it as it was' },
  examples: { record: exerciseExample, input: { session_id: 2101, ...changesExample }, changes: changesExample },
})

/** `replaced`: the student has handed in again before a review. `left`: the student is not in the batch any more. */
export const submissionStates = ['waiting', 'accepted', 'again', 'replaced', 'left'] as const
export type SubmissionState = (typeof submissionStates)[number]
export const submissionStateNames: Readonly<Record<SubmissionState, string>> = {
  waiting: 'To review',
  accepted: 'Accepted',
  again: 'Again',
  replaced: 'Replaced',
  left: 'Has left',
}

const submission = z.object({
  id: z.int(),
  exercise_id: z.int(),
  exercise: z.string(),
  ...ofClass,
  student: z.string(),
  attempt: z.int(),
  /** Whether it came after the exercise was due. */
  late: z.boolean(),
  state: z.enum(submissionStates),
  submitted_at: instant,
  /** Working days since then, while it waits. */
  age_days: z.number().nullable(),
})
export type SubmissionRecord = z.output<typeof submission>

const submissionExample: SubmissionRecord = {
  id: 12,
  exercise_id: 3,
  exercise: exerciseExample.title,
  session_id: 2101,
  batch_id: 101,
  course: exerciseExample.course,
  number: 7,
  student: 'Asha Patil',
  attempt: 1,
  late: false,
  state: 'waiting',
  submitted_at: attemptExample.submitted_at,
  age_days: 1.2,
}

/** What students have handed in: every attempt. */
export const submissions = readOnlyResource({
  name: 'submissions',
  singular: 'submission',
  record: submission,
  filters: {
    batch: id.optional(),
    exercise: id.optional(),
    state: z.enum(submissionStates, `Please give one of ${submissionStates.join(', ')}.`).optional(),
  },
  sort: ['submitted_at', 'id'],
  permission: { read: 'work:read' },
  stepUp: ['export'],
  words: { state: submissionStateNames },
  examples: { record: submissionExample },
})

const work = z.object({
  submission,
  text: z.string(),
  link: z.string().nullable(),
  due_at: instant,
  /** Whether the person who asks reviews it. */
  may_review: z.boolean(),
  /** Attempts of this student, the newest first. */
  tried: z.array(attempt),
  /** The submission that has waited longest, besides this one. */
  next: z.int().nullable(),
})
export type SubmittedWork = z.output<typeof work>
const workExample: SubmittedWork = {
  submission: submissionExample,
  text: exerciseExample.text,
  link: null,
  due_at: exerciseExample.due_at,
  may_review: true,
  tried: [{ ...attemptExample, review: null }],
  next: 14,
}

const tag = 'Staff: submissions'

export const readSubmittedWork = endpoint({
  name: 'readSubmittedWork',
  method: 'GET',
  path: '/staff/submissions/:id/work/',
  tag,
  summary: 'A submission with its exercise, every attempt of the student and the reviews',
  access: { staff: 'work:read' },
  params: z.object({ id }),
  answers: { 200: work },
  errors: [404],
  example: { answer: workExample },
})

export const reviewSubmission = endpoint({
  name: 'reviewSubmission',
  method: 'POST',
  path: '/staff/submissions/:id/review/',
  tag,
  summary: 'Accept the last attempt of a student or ask for another, with comments by line; mails the student',
  access: { staff: 'work:write' },
  largeBody: true,
  params: z.object({ id }),
  body: z.strictObject({
    outcome: z.enum(outcomes, 'Please accept it or ask for another attempt.'),
    words: z.union([z.literal(''), paragraph(workLimits.words)]),
    comments: z
      .array(z.strictObject({ line: z.int().min(1).max(workLimits.text), text: paragraph(workLimits.comment) }))
      .max(workLimits.comments, `Please write at most ${workLimits.comments} comments.`)
      .refine((all) => new Set(all.map((one) => one.line)).size === all.length, 'A line has one comment.'),
  }),
  answers: { 200: work },
  errors: [404, 409],
  example: {
    body: { outcome: 'again', words: 'Now read fewer columns.', comments: [{ line: 1, text: 'Which columns?' }] },
    answer: { ...workExample, submission: { ...submissionExample, state: 'again', age_days: null }, tried: [attemptExample] },
  },
})

export const undoReview = endpoint({
  name: 'undoReview',
  method: 'POST',
  path: '/staff/submissions/:id/review/undo/',
  tag,
  summary: 'Take back an own review of the last seconds, whose mail still waits',
  access: { staff: 'work:write' },
  params: z.object({ id }),
  answers: { 200: work },
  errors: [404, 409],
  example: { answer: { ...workExample, tried: [] } },
})

export const readSubmissionFile = endpoint({
  name: 'readSubmissionFile',
  method: 'GET',
  path: '/staff/submissions/:id/file/',
  tag: 'Work',
  summary: 'The file of a submission',
  access: { staff: 'work:read' },
  params: z.object({ id }),
  ...bytesAnswer,
  errors: [404],
})
