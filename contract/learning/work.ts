import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { id, instant, isAddressText, lines } from '#contract/fields.ts'
import { bytesAnswer } from '#contract/file-answers.ts'
import { isWebAddress } from '#contract/rules.ts'

/** What one attempt may hold, and how often a student hands in. */
export const workLimits = {
  fileBytes: 5 * 1024 * 1024,
  text: 50_000,
  words: 10_000,
  comment: 2000,
  comments: 200,
  attempts: 50,
  perHour: 20,
} as const

/** Endings of text files that keep theirs. Other text is stored as `.txt`. */
export const textEndings =
  'txt md csv json xml yaml yml toml ini html css scss js jsx ts tsx py ipynb java kt c h cpp hpp cs go rs rb php sql sh swift dart r tf'.split(
    ' ',
  )

/** Of an exercise, for one student. `again`: the review of the last attempt asks for another. */
const workStates = ['to_do', 'handed_in', 'again', 'accepted'] as const
export const outcomes = ['accepted', 'again'] as const
export type Outcome = (typeof outcomes)[number]

/** A link of the web that somebody types. */
export const webLink = z
  .string({ error: 'Please give a link that begins with https:// or http://.' })
  .trim()
  .max(2000, 'Please keep this under 2001 characters.')
  .refine(
    (text) => isWebAddress(text) && isAddressText(text) && URL.canParse(text) && new URL(text).username === '',
    'Please give a link that begins with https:// or http://.',
  )

const ownExercise = z.object({
  id: z.int(),
  session_id: z.int(),
  batch_id: z.int(),
  course_id: z.int(),
  course: z.string(),
  /** Whether the batch is over, so that nothing of it comes any more. */
  batch_over: z.boolean(),
  /** Of the class; null when it is cancelled. */
  number: z.int().nullable(),
  topic: z.string(),
  title: z.string(),
  due_at: instant,
  state: z.enum(workStates),
  attempts: z.int(),
  /** Whether the last attempt came after it was due. */
  late: z.boolean(),
})
export type OwnExercise = z.output<typeof ownExercise>

const lineComment = z.object({ line: z.int(), text: z.string() })
export type LineComment = z.output<typeof lineComment>

/** One attempt as its student and its reviewer read it. */
export const attempt = z.object({
  submission_id: z.int(),
  attempt: z.int(),
  /** As it was handed in. Lines end with a line feed, and comments count them from 1. */
  text: z.string().nullable(),
  link: z.string().nullable(),
  file: z.object({ name: z.string(), bytes: z.int() }).nullable(),
  submitted_at: instant,
  late: z.boolean(),
  review: z
    .object({
      outcome: z.enum(outcomes),
      words: z.string(),
      comments: z.array(lineComment),
      reviewer: z.string(),
      reviewed_at: instant,
    })
    .nullable(),
})
export type Attempt = z.output<typeof attempt>

const ownWork = ownExercise.extend({
  text: z.string(),
  link: z.string().nullable(),
  /** The server's time. */
  now: instant,
  /** The newest first. */
  tried: z.array(attempt),
})
export type OwnWork = z.output<typeof ownWork>

const exerciseExample: OwnExercise = {
  id: 3,
  session_id: 2101,
  batch_id: 101,
  course_id: 1,
  course: 'Full Stack Web Development',
  batch_over: false,
  number: 7,
  topic: 'Reading a query plan',
  title: 'Make a slow query fast',
  due_at: '2026-12-28T18:29:00.000Z',
  state: 'again',
  attempts: 1,
  late: false,
}
export const attemptExample: Attempt = {
  submission_id: 12,
  attempt: 1,
  text: 'select *\nfrom orders',
  link: null,
  file: null,
  submitted_at: '2026-12-24T10:00:00.000Z',
  late: false,
  review: {
    outcome: 'again',
    words: 'The index helps. Now read fewer columns.',
    comments: [{ line: 1, text: 'Which columns does the page show?' }],
    reviewer: 'Meera Kulkarni',
    reviewed_at: '2026-12-26T06:00:00.000Z',
  },
}
const workExample: OwnWork = {
  ...exerciseExample,
  text: 'Take a slow query of your own project. Read its plan and make it fast.',
  link: null,
  now: '2026-12-26T06:30:00.000Z',
  tried: [attemptExample],
}

const tag = 'Work'

export const listOwnWork = endpoint({
  name: 'listOwnWork',
  method: 'GET',
  path: '/work/',
  tag,
  summary: 'The exercises of the student’s batches by due date, with the state of each',
  access: 'student',
  answers: { 200: z.object({ now: instant, items: z.array(ownExercise) }) },
  errors: [401],
  example: { answer: { now: workExample.now, items: [exerciseExample] } },
})

export const readOwnWork = endpoint({
  name: 'readOwnWork',
  method: 'GET',
  path: '/exercises/:id/',
  tag,
  summary: 'An exercise with the student’s own attempts and their reviews',
  access: 'student',
  params: z.object({ id }),
  answers: { 200: ownWork },
  errors: [401, 404],
  example: { answer: workExample },
})

export const handInBody = z
  .strictObject({
    /** The number of this attempt. Sending it again hands nothing in twice. */
    attempt: z
      .string('Please say which attempt this is.')
      .regex(/^[1-9]\d?$/, 'Please say which attempt this is.')
      .transform(Number),
    text: lines(workLimits.text, 'Please write something.').optional(),
    link: webLink.optional(),
    file: z.file('Please choose a file.').optional(),
  })
  .refine(({ text, link, file }) => text !== undefined || link !== undefined || file !== undefined, {
    error: 'Please hand in text, a link or a file.',
    path: ['text'],
  })

export const handInWork = endpoint({
  name: 'handInWork',
  method: 'POST',
  path: '/exercises/:id/submissions/',
  tag,
  summary: 'Hand in text, a link or a file of up to 5 MiB: ZIP, PDF, office document, PNG, JPEG or text',
  access: 'student',
  bodyType: 'multipart/form-data',
  params: z.object({ id }),
  body: handInBody,
  answers: { 201: ownWork },
  errors: [401, 404, 409],
  example: { body: { attempt: '2', text: 'select id\nfrom orders' }, answer: workExample },
})

export const readOwnSubmissionFile = endpoint({
  name: 'readOwnSubmissionFile',
  method: 'GET',
  path: '/submissions/:id/file/',
  tag: tag,
  summary: 'The file of a submission',
  access: 'student',
  params: z.object({ id }),
  ...bytesAnswer,
  errors: [401, 404],
})
