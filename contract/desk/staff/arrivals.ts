import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { fileFormat } from '#contract/exported-files.ts'
import { body, errorBody } from '#contract/errors.ts'
import { id, instant, line } from '#contract/fields.ts'
import { importedFile, namesOneFile } from '#contract/imported-files.ts'
import type { Permission } from '#contract/permissions.ts'
import { pageLimits, readOnlyResource, recordFields } from '#contract/resource.ts'

/** What a file of another system can have. Students and their enrolments are files of `imports`. */
export const arrivalKinds = ['courses', 'batches', 'past_payments'] as const
export type ArrivalKind = (typeof arrivalKinds)[number]
export const arrivalKindNames: Readonly<Record<ArrivalKind, string>> = {
  courses: 'Courses',
  batches: 'Batches',
  past_payments: 'Past payments',
}
/** What one file of each kind takes besides `courses:write`. */
export const arrivalPermissions: Readonly<Record<ArrivalKind, Permission>> = {
  courses: 'courses:write',
  batches: 'batches:write',
  past_payments: 'payments:write',
}
/** Lines of one file. A batch makes all of its classes. */
export const arrivalLimits: Readonly<Record<ArrivalKind, number>> = { courses: 500, batches: 100, past_payments: 2000 }
/** Days for which the lines of a file stay: of one that was only checked, and of one that was run. An undo needs them. */
export const arrivalDays = { checked: 7, done: 180 } as const

interface Columns {
  /** Each with what a person calls it. */
  names: Readonly<Record<string, string>>
  /** Columns without which a file is none of its kind. One of a group is enough. */
  needed: readonly (readonly string[])[]
}

/** What the columns of a file can be. */
export const arrivalColumns = {
  courses: {
    names: {
      title: 'Title',
      slug: 'Address',
      category: 'Category',
      description: 'Short description',
      overview: 'Overview',
      price: 'Price',
      duration: 'Duration',
      level: 'Level',
      type: 'Type',
      university: 'School or university',
      objectives: 'Objectives',
      skills: 'Skills',
      tools: 'Tools',
      prerequisites: 'Prerequisites',
    },
    needed: [['title'], ['price']],
  },
  batches: {
    names: {
      course: 'Course',
      instructor: 'Instructor',
      first_day: 'First day',
      time: 'Time',
      minutes: 'Minutes of a class',
      weekdays: 'Weekdays',
      class_count: 'Number of classes',
      last_day: 'Last day',
      classes: 'List of classes',
      seats: 'Seats',
      link: 'Link of the classroom',
      mode: 'Mode of training',
      type: 'Type',
    },
    needed: [['course'], ['instructor'], ['first_day', 'classes']],
  },
  past_payments: {
    names: {
      email: 'E-mail',
      amount: 'Amount',
      paid_on: 'Paid on',
      reference: 'Reference',
      method: 'Paid by',
      course: 'For',
      currency: 'Currency',
      status: 'Status',
    },
    needed: [['email'], ['amount'], ['paid_on']],
  },
} as const satisfies Record<ArrivalKind, Columns>

/** `running` and `undoing` go on by themselves, also after a restart. */
export const arrivalStates = ['checked', 'running', 'done', 'undoing', 'undone'] as const
export const arrivalStateNames: Readonly<Record<(typeof arrivalStates)[number], string>> = {
  checked: 'Checked',
  running: 'Running',
  done: 'Done',
  undoing: 'Undoing',
  undone: 'Undone',
}
export const arrivalOutcomes = ['new', 'changed', 'same', 'problem'] as const
export type ArrivalOutcome = (typeof arrivalOutcomes)[number]

const readColumn = z.object({ heading: z.string(), column: z.string().nullable() })

const record = z.object({
  ...recordFields,
  kind: z.enum(arrivalKinds),
  file_name: z.string(),
  /** The school or the system that the file is of. Students read it beside their past payments. */
  source: z.string(),
  staff: z.string(),
  state: z.enum(arrivalStates),
  lines: z.int(),
  additions: z.int(),
  changes: z.int(),
  unchanged: z.int(),
  problems: z.int(),
  /** Lines that the run, or the undo, has been through. */
  done_lines: z.int(),
  /** Lines that an undo has left, because something has been built on them since. */
  kept: z.int(),
  columns: z.array(readColumn),
  created_at: instant,
  ran_at: instant.nullable(),
  finished_at: instant.nullable(),
})
export type ArrivalRecord = z.output<typeof record>

const example: z.input<typeof record> = {
  id: 3,
  version: 1,
  kind: 'courses',
  file_name: 'products.csv',
  source: 'Teachable',
  staff: 'Meera Kulkarni',
  state: 'checked',
  lines: 3,
  additions: 2,
  changes: 0,
  unchanged: 0,
  problems: 1,
  done_lines: 0,
  kept: 0,
  columns: [
    { heading: 'Product name', column: 'title' },
    { heading: 'Price', column: 'price' },
    { heading: 'Created at', column: null },
  ],
  created_at: '2026-11-22T10:30:00.000Z',
  ran_at: null,
  finished_at: null,
}

const base = readOnlyResource({
  name: 'arrivals',
  singular: 'arrival',
  record,
  filters: { state: z.enum(arrivalStates).optional(), kind: z.enum(arrivalKinds).optional() },
  sort: ['created_at', 'id'],
  usualSort: '-created_at',
  permission: { read: 'courses:write' },
  words: { state: arrivalStateNames, kind: arrivalKindNames },
  examples: { record: example },
})

const tag = 'Staff: arrivals'
const write = { staff: 'courses:write' } as const
const params = z.object({ id })
const heading = z
  .string()
  .max(60)
  .refine((text) => text.isWellFormed())
const mapping = z.record(heading, z.string().max(30).nullable())
const kind = z.enum(arrivalKinds, 'Please choose what the file has.')

const input = z.strictObject({
  kind,
  file_name: line(200, 'Please name the file.'),
  source: line(80, 'Please name the school or the system that the file is of.'),
  ...importedFile,
  /** Headings of the file with the column that each names, null for none. Other headings are guessed. */
  mapping: mapping.optional(),
})
const checkBody = input.refine(namesOneFile.when, namesOneFile.refusal)

const checkArrival = endpoint({
  name: 'checkArrival',
  method: 'POST',
  path: '/staff/arrivals/',
  tag,
  summary:
    'Check a table of courses, batches or past payments of another system: what a run would do with each line. Batches need `batches:write`, payments `payments:write`. Changes none of them',
  access: write,
  body: checkBody,
  largeBody: 'file',
  version: 'answered',
  answers: { 201: record },
  example: {
    body: {
      kind: 'courses',
      file_name: 'products.csv',
      source: 'Teachable',
      text: 'Product name,Price\r\nFull Stack Web Development,45000\r\n',
    },
    answer: example,
  },
})

/** Files of another system. To create one is to check it. */
export const arrivals = {
  ...base,
  permission: { read: 'courses:write', write: 'courses:write' } as const,
  input: checkBody,
  endpoints: { ...base.endpoints, create: checkArrival },
}

export const readArrivalColumns = endpoint({
  name: 'readArrivalColumns',
  method: 'POST',
  path: '/staff/arrivals/columns/',
  tag,
  summary: 'The columns of a table with two values of each, and what each was taken for. Changes nothing',
  access: write,
  body: z.strictObject({ kind, ...importedFile }).refine(namesOneFile.when, namesOneFile.refusal),
  largeBody: 'file',
  answers: {
    200: z.object({
      columns: z.array(
        z.object({
          /** A heading that is empty or stands twice has a name of its own here, which the mapping uses. */
          heading: z.string(),
          column: z.string().nullable(),
          samples: z.array(z.string()),
        }),
      ),
      lines: z.int(),
      /** Whether the columns are those that staff chose for an earlier file with these headings. */
      remembered: z.boolean(),
    }),
  },
  example: {
    body: { kind: 'courses', text: 'Product name,Price\r\nFull Stack Web Development,45000\r\n' },
    answer: {
      columns: [
        { heading: 'Product name', column: 'title', samples: ['Full Stack Web Development'] },
        { heading: 'Price', column: 'price', samples: ['45000'] },
      ],
      lines: 1,
      remembered: false,
    },
  },
})
export type ArrivalColumns = z.output<(typeof readArrivalColumns)['answers'][200]>

const row = z.object({
  line: z.int(),
  /** By column. */
  cells: z.record(z.string(), z.string()),
  outcome: z.enum(arrivalOutcomes),
  /** Why it is left out. The column is null when it is about the whole line. */
  problems: z.array(z.object({ column: z.string().nullable(), text: z.string() })),
  /** What is to do with it before it is published, or why an undo has left it. */
  note: z.string(),
  /** The course, the batch or the payment, once the file was run; null again when it was undone. */
  target_id: z.int().nullable(),
})
export type ArrivalRow = z.output<typeof row>

const lineNumber = z
  .string()
  .regex(/^\d{1,9}$/, 'Please give a number.')
  .transform(Number)

export const listArrivalRows = endpoint({
  name: 'listArrivalRows',
  method: 'GET',
  path: '/staff/arrivals/:id/rows/',
  tag,
  summary: 'The lines of a file with the outcome of each, in the order of the file',
  access: write,
  params,
  query: z.strictObject({
    outcome: z.enum(arrivalOutcomes).optional(),
    /** Lines after this one. */
    after: lineNumber.optional(),
  }),
  answers: { 200: z.object({ items: z.array(row), next_after: z.int().nullable() }) },
  errors: [404],
  example: {
    answer: {
      items: [
        {
          line: 2,
          cells: { title: 'Full Stack Web Development', price: '45000' },
          outcome: 'new',
          problems: [],
          note: '',
          target_id: null,
        },
      ],
      next_after: null,
    },
  },
})
/** Lines of one page. */
export const arrivalPageRows = pageLimits.most

export const downloadArrivalProblems = endpoint({
  name: 'downloadArrivalProblems',
  method: 'GET',
  path: '/staff/arrivals/:id/problems/',
  tag,
  summary: 'The lines with a problem as CSV, which can be corrected and checked again, or as a workbook of Excel',
  access: { staff: 'courses:write', stepUp: true },
  params,
  query: z.strictObject({ format: fileFormat }),
  answers: { 200: z.string() },
  errors: [404],
  answerType: 'text/csv',
  example: { answer: 'line,title,price,problem' },
})

const stale = { 412: errorBody.extend({ current: record }) }
const staleExample = { 412: { ...body('Somebody else has changed this.', 'stale'), current: example } }

export const runArrival = endpoint({
  name: 'runArrival',
  method: 'POST',
  path: '/staff/arrivals/:id/run/',
  tag,
  summary: 'Begin to do what the check has found, in slices. A line that has changed since is left out',
  access: { staff: 'courses:write', stepUp: true },
  params,
  version: 'required',
  answers: { 200: record },
  errors: [404, 409, 428],
  failures: stale,
  example: {
    answer: { ...example, version: 2, state: 'running', ran_at: '2026-11-22T10:32:00.000Z' },
    others: staleExample,
  },
})

export const undoArrival = endpoint({
  name: 'undoArrival',
  method: 'POST',
  path: '/staff/arrivals/:id/undo/',
  tag,
  summary: 'Begin to take a run back, line by line. A line on which something has been built since stays, with the reason',
  access: write,
  params,
  version: 'required',
  answers: { 200: record },
  errors: [404, 409, 428],
  failures: stale,
  example: {
    answer: { ...example, version: 4, state: 'undoing', ran_at: '2026-11-22T10:32:00.000Z' },
    others: staleExample,
  },
})
