import { z } from 'zod'
import { day, line, lines, paragraph, rowId } from '#contract/fields.ts'
import { idFilter, schoolDay } from '#contract/filters.ts'
import { type CodeOrigin, codeOrigins, codeReviewExample, codeReviewLimits } from '#contract/learning/code-reviews.ts'
import { previewEndpoint, publication, publicationNames, publicationVerbs, recordFields, resource } from '#contract/resource.ts'

export const codeOriginNames: Readonly<Record<CodeOrigin, string>> = {
  written: 'Written example',
  anonymised: 'Work of a student, without a name',
  named: 'Work of a student, named with consent',
}

const limits = codeReviewLimits
const code = (missing: string) =>
  lines(limits.code, missing)
    .overwrite((text) => text.replaceAll(/\r\n?/g, '\n'))
    .refine((text) => text.split('\n').length <= limits.lines, `Please keep this to ${limits.lines} lines.`)
const lineNumber = (missing: string) =>
  z.int(missing).min(1, missing).max(limits.lines, `The code has at most ${limits.lines} lines.`)

const comment = z
  .strictObject({
    first_line: lineNumber('Please give the first line.'),
    last_line: lineNumber('Please give the last line.'),
    text: paragraph(limits.comment, 'Please write the comment.'),
    answer: paragraph(limits.answer).nullable(),
    answer_first: lineNumber('Please give a line.').nullable(),
    answer_last: lineNumber('Please give a line.').nullable(),
  })
  .refine(({ first_line, last_line }) => first_line <= last_line, {
    path: ['last_line'],
    message: 'The last line comes before the first.',
  })
  .refine(
    ({ answer, answer_first, answer_last }) =>
      (answer === null) === (answer_first === null) && (answer === null) === (answer_last === null),
    {
      path: ['answer'],
      message: 'An answer has words and lines. Please give all three, or none.',
    },
  )
  .refine(({ answer_first, answer_last }) => answer_first === null || answer_last === null || answer_first <= answer_last, {
    path: ['answer_last'],
    message: 'The last line comes before the first.',
  })

const { id: _id, ...example } = codeReviewExample
const record = z.object({
  ...recordFields,
  title: z.string(),
  language: z.string(),
  /** Null for the home page. */
  course_id: z.int().nullable(),
  course: z.string().nullable(),
  task: z.string(),
  code_before: z.string(),
  comments: z.array(
    z.object({
      first_line: z.int(),
      last_line: z.int(),
      text: z.string(),
      answer: z.string().nullable(),
      answer_first: z.int().nullable(),
      answer_last: z.int().nullable(),
    }),
  ),
  code_after: z.string(),
  origin: z.enum(codeOrigins),
  student_name: z.string().nullable(),
  /** The day on which the student completed the course. */
  completed_on: day.nullable(),
  /** The day of the written consent. */
  consented_on: day.nullable(),
  publication,
})

const input = z.strictObject({
  title: line(limits.title, 'Title is required.'),
  language: line(limits.language, 'Language is required.'),
  course_id: rowId.nullable(),
  task: paragraph(limits.task, 'Please say what the code should do.'),
  code_before: code('Please paste the code as it was handed in.'),
  comments: z
    .array(comment)
    .min(1, 'Please write at least one comment.')
    .max(limits.comments, `Please keep this to ${limits.comments} comments.`),
  code_after: code('Please paste the mended code.'),
  origin: z.enum(codeOrigins, 'Please say where the code comes from.'),
  student_name: line(limits.name).nullable(),
  completed_on: schoolDay.nullable(),
  consented_on: schoolDay.nullable(),
})

const inputExample = { ...example, course_id: null, completed_on: null, consented_on: null }

/** Reviews of code that visitors step through. A student is named only with a written consent that was given after the course (CCPA 2024). */
export const codeReviews = resource({
  name: 'code-reviews',
  singular: 'code-review',
  record,
  input,
  filters: { course: idFilter, origin: z.enum(codeOrigins).optional(), publication: publication.optional() },
  sort: ['title', 'language', 'id'],
  permission: { read: 'pages:read', write: 'pages:write' },
  verbs: publicationVerbs,
  largeBody: true,
  words: { publication: publicationNames, origin: codeOriginNames },
  examples: { record: { id: 1, version: 3, ...inputExample, course: null, publication: 'published' }, input: inputExample },
})
export type CodeReviewRecord = z.output<typeof record>

export const previewCodeReview = previewEndpoint('code-review', { resource: 'code-reviews', read: 'pages:read' })
