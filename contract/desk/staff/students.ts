import { z } from 'zod'
import { exportedData } from '#contract/people/accounts.ts'
import { endpoint } from '#contract/endpoint.ts'
import { body, errorBody } from '#contract/errors.ts'
import { day, email, id, instant, paragraph, personName, copiedPhone } from '#contract/fields.ts'
import { recordFields, resource } from '#contract/resource.ts'
import { eraseWord } from '#contract/rules.ts'
import { auditEntryExample, auditTransaction } from '#contract/platform/staff/audit.ts'
import { waitlistStates } from '#contract/enrolment/waitlist.ts'
import { instalmentStates } from '#contract/money/instalments.ts'
import { documentKinds } from '#contract/money/staff/documents.ts'
import { leadKinds, leadStates } from './leads.ts'
import { dayFilters, idFilter } from '#contract/filters.ts'

/** `unverified` has never entered a code. `disabled` can't sign in. `erased` has no personal data any more. */
export const studentStates = ['active', 'unverified', 'disabled', 'erased'] as const
export const studentStateNames: Readonly<Record<(typeof studentStates)[number], string>> = {
  active: 'Active',
  unverified: 'Unverified',
  disabled: 'Disabled',
  erased: 'Erased',
}

const record = z.object({
  ...recordFields,
  name: z.string(),
  /** Null when the account is erased. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  state: z.enum(studentStates),
  /** The mail server refused the address for good: only codes are mailed to it. */
  bouncing: z.boolean(),
  /** Batches that the student attends now, by course. */
  courses: z.array(z.string()),
  created_at: instant,
  verified_at: instant.nullable(),
  last_seen_at: instant.nullable(),
})
export type StudentRecord = z.output<typeof record>

const name = personName('Name is required.')
const input = z.strictObject({ name, email, phone: copiedPhone.nullable() })

const example: z.input<typeof record> = {
  id: 12,
  version: 3,
  name: 'Asha Patil',
  email: 'asha@example.com',
  phone: '9876543210',
  state: 'active',
  bouncing: false,
  courses: ['Full Stack Web Development'],
  created_at: '2026-10-02T06:30:00.000Z',
  verified_at: '2026-10-02T06:32:00.000Z',
  last_seen_at: '2026-11-21T06:30:00.000Z',
}

/** Accounts of students. A list without a state leaves out the erased ones. `q` also finds the student of a payment id. */
export const students = resource({
  name: 'students',
  singular: 'student',
  record,
  input,
  changes: z.strictObject({ name }),
  filters: {
    state: z.enum(studentStates).optional(),
    /** Enrolled now. */
    course: idFilter,
    batch: idFilter,
    /** Registered on a day in India, both included. */
    ...dayFilters,
  },
  sort: ['created_at', 'name', 'id'],
  usualSort: '-created_at',
  permission: { read: 'students:read', write: 'students:write' },
  stepUp: ['export'],
  verbs: { enable: 'Let a disabled student sign in again' },
  words: { state: studentStateNames },
  examples: {
    record: example,
    input: { name: 'Asha Patil', email: 'asha@example.com', phone: '9876543210' },
    changes: { name: 'Asha Patil-Rao' },
  },
})

const tag = 'Staff: students'
const read = { staff: 'students:read' } as const
const write = { staff: 'students:write' } as const
const writeAgain = { staff: 'students:write', stepUp: true } as const
const params = z.object({ id })
const stale = { ...body('Somebody else has changed this.', 'stale'), current: example }

/** What every act on the account has: it names the version that the person saw. */
const act = {
  method: 'POST',
  tag,
  params,
  version: 'required',
  answers: { 200: record },
  errors: [404, 409, 428],
  failures: { 412: errorBody.extend({ current: record }) },
} as const

export const changeStudentAddress = endpoint({
  ...act,
  name: 'changeStudentAddress',
  path: '/staff/students/:id/change-address/',
  summary: 'Change e-mail or phone on proof; ends all sessions and mails both addresses; If-Match names the version',
  access: writeAgain,
  body: z
    .strictObject({
      email: email.optional(),
      phone: copiedPhone.optional(),
      /** How the person has proven who they are. */
      proof: paragraph(1000, 'Please write what proof you have seen.'),
    })
    .refine(({ email: to, phone: number }) => to !== undefined || number !== undefined, {
      path: ['email'],
      error: 'Please give a new e-mail address or phone number.',
    }),
  example: {
    body: { email: 'asha.patil@example.com', proof: 'Called from the number of the account and read out the receipt number.' },
    answer: { ...example, version: 4, email: 'asha.patil@example.com' },
    others: { 412: stale },
  },
})

export const disableStudent = endpoint({
  ...act,
  name: 'disableStudent',
  path: '/staff/students/:id/disable/',
  summary: 'End all sessions of a student and refuse new ones; If-Match names the version',
  access: write,
  body: z.strictObject({ reason: paragraph(1000, 'Please write a reason.') }),
  example: {
    body: { reason: 'Shares the account with a whole office.' },
    answer: { ...example, version: 4, state: 'disabled' },
    others: { 412: stale },
  },
})

export const eraseStudent = endpoint({
  ...act,
  name: 'eraseStudent',
  path: '/staff/students/:id/erase/',
  summary: 'Erase the personal data of a student who asked for it; payments and documents stay; If-Match names the version',
  access: writeAgain,
  body: z.strictObject({ confirm: z.literal(eraseWord, { error: `Type ${eraseWord} to confirm.` }) }),
  example: {
    body: { confirm: eraseWord },
    answer: { ...example, version: 4, name: 'Erased student', email: null, phone: null, state: 'erased', courses: [] },
    others: { 412: stale },
  },
})

export const exportStudent = endpoint({
  name: 'exportStudent',
  method: 'POST',
  path: '/staff/students/:id/export/',
  tag,
  summary: 'All personal data of a student, as the student’s own export has it; the log names who took it',
  access: writeAgain,
  params,
  answers: { 200: exportedData },
  errors: [404, 409],
  example: {
    answer: {
      exported_at: '2026-11-21T06:30:00.000Z',
      parts: { profile: [{ full_name: 'Asha Patil', email: 'asha@example.com', phone: '9876543210' }], payments: [] },
    },
  },
})

const noteKinds = ['note', 'address_changed', 'disabled'] as const
const note = z.object({
  id: z.int(),
  kind: z.enum(noteKinds),
  staff: z.string(),
  body: z.string(),
  created_at: instant,
})
const noteExample: z.input<typeof note> = {
  id: 4,
  kind: 'note',
  staff: 'Meera Kulkarni',
  body: 'Prefers calls after six.',
  created_at: '2026-11-21T07:30:00.000Z',
}

export const addStudentNote = endpoint({
  name: 'addStudentNote',
  method: 'POST',
  path: '/staff/students/:id/notes/',
  tag,
  summary: 'Write a note about a student, for staff only; the student’s export has it',
  access: write,
  params,
  body: z.strictObject({ body: paragraph(5000, 'Please write a note.') }),
  answers: { 201: note },
  errors: [404, 409],
  example: { body: { body: noteExample.body }, answer: noteExample },
})

const ended = z.object({ ended: z.int() })
export const endStudentSessions = endpoint({
  name: 'endStudentSessions',
  method: 'POST',
  path: '/staff/students/:id/sessions/end/',
  tag,
  summary: 'Log a student out on one device, or on all',
  access: write,
  params,
  body: z.strictObject({ session_id: z.uuid('This is not a session.').nullable() }),
  answers: { 200: ended },
  errors: [404],
  example: { body: { session_id: null }, answer: { ended: 2 } },
})

export const liftStudentBouncing = endpoint({
  name: 'liftStudentBouncing',
  method: 'POST',
  path: '/staff/students/:id/lift-bouncing/',
  tag,
  summary: 'Mail the address again after the mail server had refused it',
  access: write,
  params,
  answers: { 200: z.object({ lifted: z.boolean() }) },
  errors: [404],
  example: { answer: { lifted: true } },
})

/** Of one class; `timetable` is of several. */
const noticedChanges = ['moved', 'cancelled', 'restored', 'added', 'removed', 'instructor', 'link', 'timetable'] as const
const mailStates = ['waiting', 'sent', 'given_up', 'bouncing'] as const

/** Rows of each part of a student's page at most. Every part has the newest. */
export const fileRows = 100

const file = z.object({
  enrolments: z.array(
    z.object({
      id: z.int(),
      batch_id: z.int(),
      course: z.string(),
      starts_at: instant,
      state: z.enum(['active', 'over', 'ended']),
      created_at: instant,
      moved_at: instant.nullable(),
      ended_at: instant.nullable(),
      /** Null when staff gave the place without a payment. */
      payment_id: z.int().nullable(),
    }),
  ),
  payments: z.array(
    z.object({
      id: z.int(),
      provider_payment_id: z.string(),
      course: z.string(),
      amount_paise: z.int(),
      refunded_paise: z.int(),
      /** Refunds that are decided and not done. */
      due_paise: z.int(),
      method: z.string().nullable(),
      status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
      disposition: z.enum(['pending', 'enrolled', 'refund_due', 'refunded', 'review']),
      paid_at: instant,
      /** Day on which the school got the money of an offline payment, which may be recorded later. */
      received_on: day.nullable(),
    }),
  ),
  /** What another system took before the school came here. No money of the books. */
  past_payments: z.array(
    z.object({
      id: z.int(),
      source: z.string(),
      amount_paise: z.int(),
      paid_on: day,
      reference: z.string(),
      method: z.string(),
      course: z.string(),
    }),
  ),
  refunds: z.array(
    z.object({
      id: z.int(),
      payment_id: z.int(),
      amount_paise: z.int(),
      status: z.enum(['queued', 'sent', 'pending', 'processed', 'failed']),
      created_at: instant,
    }),
  ),
  /** Prices that are paid in parts, place by place. Those of a place that has ended are not owed and left out, unless they were paid. */
  instalments: z.array(
    z.object({
      id: z.int(),
      batch_id: z.int(),
      course: z.string(),
      number: z.int(),
      of: z.int(),
      amount_paise: z.int(),
      due_on: day,
      waits_until: day.nullable(),
      state: z.enum(instalmentStates),
      days_late: z.int(),
      is_paused: z.boolean(),
      payment_id: z.int().nullable(),
    }),
  ),
  /** Places on waitlists, open ones first. */
  waits: z.array(
    z.object({
      id: z.int(),
      batch_id: z.int(),
      course: z.string(),
      starts_at: instant,
      state: z.enum(waitlistStates),
      /** From 1; null when the entry is closed. */
      place: z.int().nullable(),
      joined_at: instant,
      offered_until: instant.nullable(),
    }),
  ),
  documents: z.array(
    z.object({
      id: z.int(),
      kind: z.enum(documentKinds),
      serial: z.string(),
      amount_paise: z.int(),
      issued_at: instant,
    }),
  ),
  requests: z.array(
    z.object({
      id: z.int(),
      kind: z.enum(['refund', 'transfer']),
      course: z.string(),
      reason: z.string(),
      status: z.enum(['open', 'withdrawn', 'approved', 'declined']),
      answer: z.string().nullable(),
      created_at: instant,
      decided_at: instant.nullable(),
    }),
  ),
  sessions: z.array(
    z.object({
      id: z.uuid(),
      device: z.string(),
      kind: z.enum(['phone', 'tablet', 'computer', 'unknown']),
      created_at: instant,
      last_seen_at: instant,
    }),
  ),
  mails: z.array(
    z.object({
      id: z.int(),
      /** Name of its template. */
      template: z.string(),
      /** What staff wrote as the subject of a message to the batch or of an answer to a lead, for roles that read these. */
      subject: z.string().nullable(),
      /** What a mail about changed classes says; null for other mails. */
      class_change: z.enum(noticedChanges).nullable(),
      state: z.enum(mailStates),
      /** Why it was not sent, as the mail server answered. */
      problem: z.string().nullable(),
      created_at: instant,
      sent_at: instant.nullable(),
    }),
  ),
  /** What the mail server answered when it refused the address for good. */
  refusal: z.string().nullable(),
  notes: z.array(note),
  /** Null for a role that does not read leads. */
  leads: z
    .array(
      z.object({
        id: z.int(),
        kind: z.enum(leadKinds),
        state: z.enum(leadStates),
        about: z.string().nullable(),
        received_at: instant,
      }),
    )
    .nullable(),
  /** What staff changed that belongs to the student, by transaction. Null for a role that does not read the log. */
  audit: z.array(auditTransaction).nullable(),
})
export type StudentFile = z.output<typeof file>

export const readStudentFile = endpoint({
  name: 'readStudentFile',
  method: 'GET',
  path: '/staff/students/:id/file/',
  tag,
  summary:
    'What belongs to a student: enrolments, payments, past payments of another system, parts of prices, waits, documents, requests, sessions, mails, notes, leads; the newest first',
  access: read,
  params,
  answers: { 200: file },
  errors: [404],
  example: {
    answer: {
      enrolments: [
        {
          id: 5,
          batch_id: 101,
          course: 'Full Stack Web Development',
          starts_at: '2026-10-12T14:00:00.000Z',
          state: 'active',
          created_at: '2026-10-02T06:35:00.000Z',
          moved_at: null,
          ended_at: null,
          payment_id: 9,
        },
      ],
      payments: [
        {
          id: 9,
          provider_payment_id: 'pay_P3kJ9sQx0aB1cD',
          course: 'Full Stack Web Development',
          amount_paise: 3_600_000,
          refunded_paise: 0,
          due_paise: 0,
          method: 'upi',
          status: 'captured',
          disposition: 'enrolled',
          paid_at: '2026-10-02T06:35:00.000Z',
          received_on: null,
        },
      ],
      past_payments: [],
      refunds: [],
      instalments: [
        {
          id: 8,
          batch_id: 101,
          course: 'Full Stack Web Development',
          number: 2,
          of: 3,
          amount_paise: 1_080_000,
          due_on: '2026-11-20',
          waits_until: null,
          state: 'late',
          days_late: 1,
          is_paused: false,
          payment_id: null,
        },
      ],
      waits: [
        {
          id: 7,
          batch_id: 102,
          course: 'Cloud Architecture',
          starts_at: '2026-12-07T14:00:00.000Z',
          state: 'waiting',
          place: 2,
          joined_at: '2026-11-21T06:30:00.000Z',
          offered_until: null,
        },
      ],
      documents: [
        {
          id: 12,
          kind: 'receipt',
          serial: 'KS/2627/000003',
          amount_paise: 3_600_000,
          issued_at: '2026-10-02T06:35:00.000Z',
        },
      ],
      requests: [],
      sessions: [],
      mails: [
        {
          id: 31,
          template: 'receipt',
          subject: null,
          class_change: null,
          state: 'sent',
          problem: null,
          created_at: '2026-10-02T06:35:00.000Z',
          sent_at: '2026-10-02T06:35:02.000Z',
        },
      ],
      refusal: null,
      notes: [noteExample],
      leads: [],
      audit: [{ ...auditEntryExample, records: 1 }],
    },
  },
})
