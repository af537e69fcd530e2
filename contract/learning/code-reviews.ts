import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { id } from '#contract/fields.ts'

/** Characters of the texts, lines of each code, and comments of a code review. */
export const codeReviewLimits = {
  title: 120,
  language: 40,
  task: 400,
  code: 6000,
  lines: 80,
  comments: 6,
  comment: 500,
  answer: 200,
  name: 80,
} as const

/** Where the code comes from: staff wrote it, a student wrote it and nothing names the student, or the student agreed to be named. */
export const codeOrigins = ['written', 'anonymised', 'named'] as const
export type CodeOrigin = (typeof codeOrigins)[number]

/** A comment on lines of the code as it was handed in, and what answers it in the mended code. Lines count from 1. */
const codeComment = z.object({
  first_line: z.int(),
  last_line: z.int(),
  text: z.string(),
  /** What was changed. Null, with its lines, when nothing had to change. */
  answer: z.string().nullable(),
  answer_first: z.int().nullable(),
  answer_last: z.int().nullable(),
})
export type CodeComment = z.output<typeof codeComment>

export const linesText = (first: number, last: number): string => (first === last ? `line ${first}` : `lines ${first} to ${last}`)

const codeReview = z.object({
  id: z.int(),
  title: z.string(),
  language: z.string(),
  task: z.string(),
  code_before: z.string(),
  comments: z.array(codeComment),
  code_after: z.string(),
  origin: z.enum(codeOrigins),
  /** The name that the student agreed to; null for other code. */
  student_name: z.string().nullable(),
})
export type CodeReview = z.output<typeof codeReview>

export const codeReviewExample: CodeReview = {
  id: 1,
  title: 'A search that trusts its words',
  language: 'TypeScript',
  task: 'Find the courses whose title contains what a visitor types.',
  code_before: "export function find(q) {\n  return db.query(`select * from courses where title like '%${q}%'`)\n}",
  comments: [
    {
      first_line: 2,
      last_line: 2,
      text: 'A quote in the words ends the text of the statement. Send the words as a parameter.',
      answer: 'The words are a parameter.',
      answer_first: 2,
      answer_last: 3,
    },
  ],
  code_after:
    "export function find(q: string) {\n  const text = 'select id, title from courses where title like $1'\n  return db.query(text, [`%${q}%`])\n}",
  origin: 'written',
  student_name: null,
}

export const readCodeReview = endpoint({
  name: 'readCodeReview',
  method: 'GET',
  path: '/code-review/',
  tag: 'Content',
  summary: 'The published code review of a course, or without a course that of the home page; null when there is none',
  access: 'public',
  query: z.strictObject({ course: id.optional() }),
  answers: { 200: z.object({ review: codeReview.nullable() }) },
  example: { answer: { review: codeReviewExample } },
  cacheTags: ['code-review'],
})
