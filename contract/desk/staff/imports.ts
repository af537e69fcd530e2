import { z } from 'zod'
import { decisionsAbout } from '#contract/decision.ts'
import { endpoint } from '#contract/endpoint.ts'
import { fileFormat } from '#contract/exported-files.ts'
import { body, errorBody } from '#contract/errors.ts'
import { day, id, instant, line, paragraph, rowId } from '#contract/fields.ts'
import { schoolDay } from '#contract/filters.ts'
import { importedFile, namesOneFile } from '#contract/imported-files.ts'
import { offlineMethods } from '#contract/money/staff/approvals.ts'
import { offlineStates } from '#contract/money/staff/offline-payments.ts'
import { pageLimits, readOnlyResource, recordFields } from '#contract/resource.ts'

/** Students of a file, and those of them whose payments one run records: each takes what a payment at the desk takes. */
export const importLimits = { rows: 2000, payments: 200 } as const
/** Days for which the lines of a file stay: of one that was only checked, and of one that was run. An undo needs them. */
export const importDays = { checked: 7, done: 180 } as const
/** Columns of a payment that the school has received. They count only where the person says so. */
export const paymentColumns = ['amount', 'method', 'reference', 'received_on'] as const
/**
 * What a column of a file can be. A name, whole or in parts, and `email` must be there. A batch is its number, or its course and its
 * first day, in one column or in two.
 */
export const importColumns = [
  'name',
  'first_name',
  'last_name',
  'email',
  'phone',
  'batch',
  'course',
  'starts_on',
  ...paymentColumns,
] as const
export type ImportColumn = (typeof importColumns)[number]
export const isPaymentColumn = (column: ImportColumn | null): boolean => paymentColumns.some((one) => one === column)
/** What is kept of a line, and can be repaired. */
export const importCells = ['name', 'email', 'phone', 'batch', ...paymentColumns] as const
/** What becomes of the payment of a line: it enrols, a second person decides, or a cheque has to clear first. */
const importPayments = ['paid', 'waits', 'at_bank'] as const
export type ImportPayment = (typeof importPayments)[number]

/** A heading of the first line, and the column that it names; null for a column that is not used. */
const readHeading = z.object({ heading: z.string(), column: z.enum(importColumns).nullable() })
export type ReadHeading = z.output<typeof readHeading>

/** `waiting`: a second person runs it or declines. */
export const importStates = ['checked', 'waiting', 'done', 'undone'] as const
export const importStateNames: Readonly<Record<(typeof importStates)[number], string>> = {
  checked: 'Checked',
  waiting: 'Waiting',
  done: 'Done',
  undone: 'Undone',
}
/** `payment`: the student has an account, and is enrolled once the payment is decided or the cheque clears. */
export const importOutcomes = ['account_and_enrolment', 'account', 'enrolment', 'payment', 'nothing', 'problem'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/** Why a line is left out, and what to do. */
const importProblems = {
  name: 'The name is missing or longer than 120 characters. Only a student who has an account needs none.',
  email: 'This is not an e-mail address.',
  phone: 'A phone number has ten digits.',
  phone_shortened:
    'Excel has shortened this number, and its last digits are lost. Type it again, or in Excel format the column as a number without decimals and save the file again.',
  duplicate: 'An earlier line says the same, so this one is left out. Nothing is to do, unless the address is wrong.',
  phone_repeated: 'An earlier line has this phone number with another address.',
  phone_taken: 'Another account has this phone number.',
  reserved: 'Another account had this address until lately and may take it back.',
  disabled: 'The account with this address is disabled.',
  batch_unknown: 'No batch has this number, or this course and first day.',
  batch_ambiguous: 'Several batches are meant. Please write the number of one, or its first day.',
  batch_missing: 'A payment needs a batch.',
  batch_draft: 'This batch is a draft. Publish it first.',
  batch_cancelled: 'This batch is cancelled.',
  batch_over: 'This batch is over.',
  batch_full: 'No seat of this batch is left for this line. Raise the seats of the batch, or choose another one.',
  amount: 'The amount is not one of rupees.',
  price_differs: 'The amount is not the price of the batch now.',
  method: 'Please write how it was paid: UPI, bank transfer, cash or cheque.',
  reference:
    'The reference is missing, or has other letters than Latin ones. One of a cheque has the bank and six digits: HDFC 004512.',
  reference_shortened:
    'Excel has shortened this reference, and its last digits are lost. Type it again, or in Excel format the column as text.',
  reference_taken: 'A payment with this reference is recorded already, or stands in an earlier line.',
  received_on: 'Please write the day on which it was received. It is not in the future, and 31 days ago at most.',
  received_by: 'Who received it is no active member of staff.',
  cash_limit: 'Cash of ₹2,00,000 or more from one person on one day or for one batch is not allowed (section 269ST).',
  payment_open: 'A payment of this student for this batch is recorded and waits.',
  payment_refused: 'This payment can not be recorded. Please record it with the student, at the desk.',
  needs_approval: 'One person may not give this student so much in a day. Ask a second person to run the list.',
} as const
export type ImportProblem = keyof typeof importProblems
/** Why a line is left out, with the amount above which a second person decides. */
export function importProblemText(problem: ImportProblem, limitPaise: number | null): string {
  if (problem !== 'needs_approval' || limitPaise === null) return importProblems[problem]
  const limit = `₹${(limitPaise / 100).toLocaleString('en-IN')}`
  return `By the list price, this student would get more than ${limit} on this day. Ask a second person to run the list.`
}
const problemNames = Object.keys(importProblems) as [ImportProblem, ...ImportProblem[]]

/** What holds for the payments of all lines whose cells do not say it. Without an amount it is the price of the batch. */
const paid = z.strictObject({
  amount_paise: z.int('Please give an amount.').min(100, 'A payment is ₹1 or more.').max(1_000_000_000_000).nullable(),
  method: z.enum(offlineMethods, 'Please choose how it was paid.').nullable(),
  received_on: schoolDay.nullable(),
  /** Staff; by default who checks the file. */
  received_by: rowId.nullable(),
  /** Whether an amount below the price is a discount, for the reason of the import. The limit of one person then counts the list price. */
  discounts: z.boolean().default(false),
})
export type PaidLines = z.output<typeof paid>

const record = z.object({
  ...recordFields,
  file_name: z.string(),
  reason: z.string(),
  staff: z.string(),
  state: z.enum(importStates),
  /** Of the file and of what a run would do. */
  hash: z.string(),
  lines: z.int(),
  accounts: z.int(),
  enrolments: z.int(),
  unchanged: z.int(),
  problems: z.int(),
  /** Payments that are recorded with a receipt, and those that wait for a second person or for the bank. */
  payments: z.int(),
  waiting: z.int(),
  /** What the person said about the payments of the file; null when none are recorded. */
  paid: paid.nullable(),
  /** How the first line was understood; empty for files of earlier versions. */
  columns: z.array(readHeading),
  /** Students who get more in a day than one person may give. Their lines are left out or wait, unless a second person runs the list. */
  needs_approval: z.int(),
  /** What the lines have paid, and the list price of the places that nobody pays. */
  received_paise: z.int(),
  given_paise: z.int(),
  /** Who asked a second person to run it; null when nobody did, or took it back. */
  asked_by: z.int().nullable(),
  asked_by_name: z.string().nullable(),
  asked_at: instant.nullable(),
  /** Names of the staff who can run it now; null when nobody can, and unless it waits. */
  deciders: z.string().nullable(),
  /** When the person who asked may run it too; null while somebody else can, and unless it waits. */
  alone_from: instant.nullable(),
  /** The second person, who ran or declined it. */
  decided_by_name: z.string().nullable(),
  decided_at: instant.nullable(),
  /** Why it was declined. */
  answer: z.string().nullable(),
  /** The amount per student and day above which a second person decides; null without one. */
  approval_above_paise: z.int().nullable(),
  invited: z.int(),
  /** Students of the run who have no invitation yet. */
  to_invite: z.int(),
  accounts_left: z.int(),
  created_at: instant,
  ran_at: instant.nullable(),
  undone_at: instant.nullable(),
})
export type ImportRecord = z.output<typeof record>

const example: z.input<typeof record> = {
  id: 3,
  version: 1,
  file_name: 'college-batch.csv',
  reason: 'Scholarships of the college programme',
  staff: 'Meera Kulkarni',
  state: 'checked',
  hash: '5f2c0b7a9d1e4f6a8b3c5d7e9f1a2b4c6d8e0f1a3b5c7d9e1f2a4b6c8d0e1f3a',
  lines: 6,
  accounts: 4,
  enrolments: 5,
  unchanged: 0,
  problems: 1,
  payments: 0,
  waiting: 0,
  paid: null,
  columns: [
    { heading: 'Full Name', column: 'name' },
    { heading: 'E-mail', column: 'email' },
    { heading: 'Mobile', column: 'phone' },
    { heading: 'Batch', column: 'batch' },
    { heading: 'Roll no.', column: null },
  ],
  needs_approval: 0,
  received_paise: 0,
  given_paise: 18_000_000,
  asked_by: null,
  asked_by_name: null,
  asked_at: null,
  deciders: null,
  alone_from: null,
  decided_by_name: null,
  decided_at: null,
  answer: null,
  approval_above_paise: 5_000_000,
  invited: 0,
  to_invite: 0,
  accounts_left: 0,
  created_at: '2026-11-22T10:30:00.000Z',
  ran_at: null,
  undone_at: null,
}

const base = readOnlyResource({
  name: 'imports',
  singular: 'import',
  record,
  filters: { state: z.enum(importStates).optional() },
  sort: ['created_at', 'id'],
  usualSort: '-created_at',
  permission: { read: 'students:write' },
  words: { state: importStateNames },
  examples: { record: example },
})

const tag = 'Staff: imports'
const write = { staff: 'students:write' } as const
const params = z.object({ id })

const input = z.strictObject({
  file_name: line(200, 'Please name the file.'),
  reason: paragraph(1000, 'Please write why these students are imported.'),
  ...importedFile,
  /** Headings of the file with the column that each names, null for none. Other headings are guessed. */
  mapping: z
    .record(
      z
        .string()
        .max(60)
        .refine((text) => text.isWellFormed()),
      z.enum(importColumns).nullable(),
    )
    .optional(),
  /** Of all lines. Columns of batches are not used then. */
  batch_id: rowId.nullable().optional(),
  /** The course of all lines, which then say only the first day of a batch, or nothing when one batch of the course takes students. */
  course_id: rowId.nullable().optional(),
  /** The lines are paid already: their payments are recorded like those at the desk. */
  paid: paid.nullable().optional(),
})
const checkBody = input.refine(namesOneFile.when, namesOneFile.refusal)

const checkImport = endpoint({
  name: 'checkImport',
  method: 'POST',
  path: '/staff/imports/',
  tag,
  summary: `Check a table of at most ${importLimits.rows} students: what a run would do with each line. Payments need \`payments:write\` too. Changes no account`,
  access: write,
  body: checkBody,
  largeBody: 'file',
  version: 'answered',
  answers: { 201: record },
  example: {
    body: {
      file_name: 'college-batch.csv',
      reason: 'Scholarships of the college programme',
      text: 'name,email,phone,batch\r\nAsha Patil,asha@example.com,9876543210,101\r\n',
    },
    answer: example,
  },
})

/** Imports of students by CSV. To create one is to check a file. */
export const imports = {
  ...base,
  permission: { read: 'students:write', write: 'students:write' } as const,
  input: checkBody,
  endpoints: { ...base.endpoints, create: checkImport },
}

/** Reads the headings before the check, so that a person can say what each means. */
export const readImportColumns = endpoint({
  name: 'readImportColumns',
  method: 'POST',
  path: '/staff/imports/columns/',
  tag,
  summary: 'The columns of a table with two values of each, and what each was taken for. Changes nothing',
  access: write,
  body: z.strictObject(importedFile).refine(namesOneFile.when, namesOneFile.refusal),
  largeBody: 'file',
  answers: {
    200: z.object({
      columns: z.array(
        z.object({
          /** A heading that is empty or stands twice has a name of its own here, which the mapping uses. */
          heading: z.string(),
          column: z.enum(importColumns).nullable(),
          samples: z.array(z.string()),
        }),
      ),
      lines: z.int(),
      /** Whether the columns are those that staff chose for an earlier file with these headings. */
      remembered: z.boolean(),
    }),
  },
  example: {
    body: { text: 'Timestamp,Your name,Email Address\r\n27/11/2026 14:16,Asha Patil,asha@example.com\r\n' },
    answer: {
      columns: [
        { heading: 'Timestamp', column: null, samples: ['27/11/2026 14:16'] },
        { heading: 'Your name', column: 'name', samples: ['Asha Patil'] },
        { heading: 'Email Address', column: 'email', samples: ['asha@example.com'] },
      ],
      lines: 1,
      remembered: false,
    },
  },
})
export type ImportColumns = z.output<(typeof readImportColumns)['answers'][200]>

const cell = z
  .string()
  .max(300, 'Please keep this under 301 characters.')
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'Please remove control characters.')
const cells = {
  name: cell,
  email: cell,
  phone: cell,
  batch: cell,
  amount: cell,
  method: cell,
  reference: cell,
  received_on: cell,
} satisfies Record<(typeof importCells)[number], z.ZodString>

const row = z.object({
  line: z.int(),
  ...cells,
  /** The day that `received_on` is read as; null when it names none. */
  received_day: day.nullable(),
  /** What the batch is, when there is one of this number, or of this course and first day. */
  batch_id: z.int().nullable(),
  course: z.string().nullable(),
  starts_at: instant.nullable(),
  /** What the batch costs now. */
  price_paise: z.int().nullable(),
  outcome: z.enum(importOutcomes),
  payment: z.enum(importPayments).nullable(),
  /** The state of the payment since the run. */
  payment_state: z.enum(offlineStates).nullable(),
  offline_payment_id: z.int().nullable(),
  problem: z.enum(problemNames).nullable(),
  /** What else is wrong with the line. */
  further_problems: z.array(z.enum(problemNames)),
  /** The account, once the file was run. */
  student_id: z.int().nullable(),
})
export type ImportRow = z.output<typeof row>

const lineNumber = z
  .string()
  .regex(/^\d{1,9}$/, 'Please give a number.')
  .transform(Number)

export const listImportRows = endpoint({
  name: 'listImportRows',
  method: 'GET',
  path: '/staff/imports/:id/rows/',
  tag,
  summary: 'The lines of a file with the outcome of each, in the order of the file',
  access: write,
  params,
  query: z.strictObject({
    outcome: z.enum(importOutcomes).optional(),
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
          name: 'Asha Patil',
          email: 'asha@example.com',
          phone: '9876543210',
          batch: '101',
          amount: '',
          method: '',
          reference: '',
          received_on: '',
          received_day: null,
          batch_id: 101,
          course: 'Full Stack Web Development',
          starts_at: '2026-12-01T14:00:00.000Z',
          price_paise: 3_600_000,
          outcome: 'account_and_enrolment',
          payment: null,
          payment_state: null,
          offline_payment_id: null,
          problem: null,
          further_problems: [],
          student_id: null,
        },
      ],
      next_after: null,
    },
  },
})
/** Lines of one page. */
export const importPageRows = pageLimits.most

export const downloadImportProblems = endpoint({
  name: 'downloadImportProblems',
  method: 'GET',
  path: '/staff/imports/:id/problems/',
  tag,
  summary: 'The lines with a problem as CSV, which can be corrected and checked again, or as a workbook of Excel',
  access: { staff: 'students:write', stepUp: true },
  params,
  query: z.strictObject({ format: fileFormat }),
  answers: { 200: z.string() },
  errors: [404],
  answerType: 'text/csv',
  example: { answer: 'line,name,email,phone,batch,problem' },
})

export const repairImport = endpoint({
  name: 'repairImport',
  method: 'POST',
  path: '/staff/imports/:id/repair/',
  tag,
  summary: 'Replace lines that have a problem, and check the file again. Its other lines stay as they were. Changes no account',
  access: write,
  params,
  body: z.strictObject({
    lines: z
      .array(z.strictObject({ line: z.int(), ...cells }))
      .min(1, 'Please repair a line.')
      .max(importLimits.rows),
  }),
  largeBody: 'file',
  version: 'required',
  answers: { 200: record },
  errors: [404, 409, 428],
  failures: { 412: errorBody.extend({ current: record }) },
  example: {
    body: {
      lines: [
        {
          line: 4,
          name: 'Ravi Kumar',
          email: 'ravi@example.com',
          phone: '9876543211',
          batch: '101',
          amount: '',
          method: '',
          reference: '',
          received_on: '',
        },
      ],
    },
    answer: { ...example, version: 2, accounts: 5, enrolments: 6, problems: 0 },
    others: { 412: { ...body('Somebody else has changed this.', 'stale'), current: example } },
  },
})

const hash = z.string().regex(/^[\da-f]{64}$/, 'Please name the hash of the check.')

export const runImport = endpoint({
  name: 'runImport',
  method: 'POST',
  path: '/staff/imports/:id/run/',
  tag,
  summary:
    'Do what the check has found, all of it or nothing; 409 with a new check when that has changed. One that waits is run by a second person',
  access: { staff: 'students:write', stepUp: true },
  storesMuch: true,
  params,
  body: z.strictObject({ hash }),
  answers: { 200: record },
  errors: [404, 409],
  failures: { 409: errorBody.extend({ current: record.optional() }) },
  example: {
    body: { hash: example.hash },
    answer: { ...example, version: 2, state: 'done', to_invite: 5, ran_at: '2026-11-22T10:32:00.000Z' },
    others: { 409: { ...body('Something has changed since the check.', 'check_changed'), current: example } },
  },
})

const waiting: z.input<typeof record> = {
  ...example,
  version: 2,
  state: 'waiting',
  asked_by: 3,
  asked_by_name: 'Meera Kulkarni',
  asked_at: '2026-11-22T10:31:00.000Z',
  deciders: 'Anil Rao',
}

export const askForImport = endpoint({
  name: 'askForImport',
  method: 'POST',
  path: '/staff/imports/:id/ask/',
  tag,
  summary: 'Ask a second person to run a list that gives more than one person may; 409 with a new check when that has changed',
  access: write,
  params,
  body: z.strictObject({ hash }),
  answers: { 200: record },
  errors: [404, 409],
  failures: { 409: errorBody.extend({ current: record.optional() }) },
  example: {
    body: { hash: example.hash },
    answer: waiting,
    others: { 409: { ...body('Something has changed since the check.', 'check_changed'), current: example } },
  },
})

const decision = decisionsAbout({
  path: '/staff/imports',
  tag,
  record,
  examples: { decided: { ...example, version: 3 }, waiting },
})

export const declineImport = decision({
  name: 'declineImport',
  verb: 'decline',
  summary: 'Decline to run what another person asked for: the file is as it was checked',
  access: write,
  body: z.strictObject({ reason: paragraph(500, 'Please say why.') }),
  example: { reason: 'Two of them are in no class of the college.' },
})

export const withdrawImport = decision({
  name: 'withdrawImport',
  verb: 'withdraw',
  summary: 'Take back what one has asked for: the file is as it was checked',
  access: write,
})

export const undoImport = endpoint({
  name: 'undoImport',
  method: 'POST',
  path: '/staff/imports/:id/undo/',
  tag,
  summary: 'End the enrolments of a run and remove its accounts that nobody has used, while nothing was paid',
  access: write,
  params,
  version: 'required',
  answers: { 200: record },
  errors: [404, 409, 428],
  failures: { 412: errorBody.extend({ current: record }) },
  example: {
    answer: {
      ...example,
      version: 3,
      state: 'undone',
      ran_at: '2026-11-22T10:32:00.000Z',
      undone_at: '2026-11-22T10:40:00.000Z',
    },
    others: { 412: { ...body('Somebody else has changed this.', 'stale'), current: example } },
  },
})

export const inviteImported = endpoint({
  name: 'inviteImported',
  method: 'POST',
  path: '/staff/imports/:id/invite/',
  tag,
  summary: 'Mail an invitation to each student of a run who has none; `count` is the number that the person confirmed',
  access: write,
  params,
  body: z.strictObject({ count: z.int().min(1).max(importLimits.rows) }),
  answers: { 200: record },
  errors: [404, 409],
  failures: { 409: errorBody.extend({ current: record.optional() }) },
  example: {
    body: { count: 5 },
    answer: { ...example, version: 3, state: 'done', invited: 5, ran_at: '2026-11-22T10:32:00.000Z' },
    others: { 409: { ...body('5 students have no invitation yet.', 'count_changed'), current: example } },
  },
})
