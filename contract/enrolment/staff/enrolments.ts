import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { body, errorBody } from '#contract/errors.ts'
import { id, instant, line, rowId } from '#contract/fields.ts'
import { readOnlyResource, recordFields } from '#contract/resource.ts'

const enrolmentStates = ['active', 'ended'] as const
/** How the seat was paid: at checkout, outside of it (cash, transfer), or not at all: staff enrolled the student by hand. */
export const enrolmentSources = ['online', 'offline', 'hand'] as const
export type EnrolmentSource = (typeof enrolmentSources)[number]
export const enrolmentSourceNames: Readonly<Record<EnrolmentSource, string>> = {
  online: 'Paid online',
  offline: 'Paid offline',
  hand: 'Without payment',
}
export const enrolmentRequestNames: Readonly<Record<'refund' | 'transfer', string>> = {
  refund: 'Asks for a refund',
  transfer: 'Asks to move',
}

const batchName = { batch_id: z.int(), batch_type: z.string(), starts_at: instant }

const record = z.object({
  ...recordFields,
  student_id: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  course_id: z.int(),
  course: z.string(),
  ...batchName,
  state: z.enum(enrolmentStates),
  source: z.enum(enrolmentSources),
  /** Of its payment; null for an enrolment by hand. */
  payment_id: z.int().nullable(),
  amount_paise: z.int().nullable(),
  enrolled_at: instant,
  ended_at: instant.nullable(),
  /** The latest move to this batch, and the first day of the batch before it. */
  moved_at: instant.nullable(),
  moved_from_batch_id: z.int().nullable(),
  moved_from_starts_at: instant.nullable(),
  /** The student's open request about it. */
  request: z.enum(['refund', 'transfer']).nullable(),
})
export type EnrolmentRecord = z.output<typeof record>

const example: z.input<typeof record> = {
  id: 7,
  version: 2,
  student_id: 12,
  name: 'Asha Patil',
  email: 'asha@example.com',
  phone: '9876543210',
  course_id: 1,
  course: 'Full Stack Web Development',
  batch_id: 101,
  batch_type: 'Weekday evening',
  starts_at: '2026-12-07T14:00:00.000Z',
  state: 'active',
  source: 'online',
  payment_id: 31,
  amount_paise: 3_600_000,
  enrolled_at: '2026-11-21T06:30:00.000Z',
  ended_at: null,
  moved_at: '2026-11-22T06:30:00.000Z',
  moved_from_batch_id: 98,
  moved_from_starts_at: '2026-11-30T14:00:00.000Z',
  request: null,
}

/** Who attends which batch. Payments and verbs of their own change it. */
export const enrolments = readOnlyResource({
  name: 'enrolments',
  singular: 'enrolment',
  record,
  filters: {
    batch: id.optional(),
    course: id.optional(),
    /** A student. */
    user: id.optional(),
    state: z.enum(enrolmentStates, `Please give one of ${enrolmentStates.join(', ')}.`).optional(),
    source: z.enum(enrolmentSources, `Please give one of ${enrolmentSources.join(', ')}.`).optional(),
  },
  sort: ['enrolled_at', 'name', 'id'],
  usualSort: '-enrolled_at',
  permission: { read: 'enrolments:read' },
  stepUp: ['export'],
  words: { state: { active: 'Attends', ended: 'Ended' }, source: enrolmentSourceNames, request: enrolmentRequestNames },
  examples: { record: example },
})

const hold = z.object({
  student_id: z.int(),
  name: z.string(),
  email: z.string(),
  until: instant,
  /** Whether a cheque at the bank holds the seat; else somebody pays online. */
  by_cheque: z.boolean(),
  /** Whether the seat is offered to somebody of the waitlist. */
  by_offer: z.boolean(),
})

const batchSeats = z.object({
  /** Null: unlimited. */
  capacity: z.int().nullable(),
  taken: z.int(),
  /** Seats that people hold while they pay, a cheque is at the bank or they have an offer of the waitlist, the earliest to run out first. */
  holds: z.array(hold),
  /** Null: unlimited. A seat that comes free belongs to the people who wait. */
  free: z.int().nullable(),
  /** People who wait and have no offer. */
  waiting: z.int(),
  /** Open requests of its students. */
  requests: z.int(),
})
export type BatchSeats = z.output<typeof batchSeats>

export const readBatchSeats = endpoint({
  name: 'readBatchSeats',
  method: 'GET',
  path: '/staff/batches/:id/seats/',
  tag: 'Staff: enrolments',
  summary: 'Seats of a batch: taken, held while somebody pays or a cheque is at the bank, and free',
  access: { staff: 'enrolments:read' },
  params: z.object({ id }),
  answers: { 200: batchSeats },
  errors: [404],
  example: {
    answer: {
      capacity: 30,
      taken: 22,
      holds: [
        {
          student_id: 14,
          name: 'Rohan Mehta',
          email: 'rohan@example.com',
          until: '2026-11-22T09:45:00.000Z',
          by_cheque: false,
          by_offer: false,
        },
      ],
      free: 7,
      waiting: 0,
      requests: 1,
    },
  },
})

const target = z.object({
  ...batchName,
  time: z.string(),
  instructor: z.string(),
  /** Of a limited batch. Null: unlimited. */
  capacity: z.int().nullable(),
  seats_left: z.int().nullable(),
  started: z.boolean(),
  /** Why the student can't move there: no seat is free, or the student is enrolled there. */
  refusal: z.enum(['full', 'enrolled']).nullable(),
})

const transferChoice = z.object({
  targets: z.array(target),
  request: z.object({ id: z.int(), kind: z.enum(['refund', 'transfer']), to_batch_id: z.int().nullable() }).nullable(),
})
export type TransferChoice = z.output<typeof transferChoice>

export const readTransferChoice = endpoint({
  name: 'readTransferChoice',
  method: 'GET',
  path: '/staff/enrolments/:id/transfer/',
  tag: 'Staff: enrolments',
  summary: 'Batches of the same course that have not ended, with their free seats, and the open request of the student',
  access: { staff: 'enrolments:write' },
  params: z.object({ id }),
  answers: { 200: transferChoice },
  errors: [404],
  example: {
    answer: {
      targets: [
        {
          batch_id: 102,
          batch_type: 'Weekend',
          starts_at: '2027-01-04T14:00:00.000Z',
          time: '7:30 PM – 9:00 PM IST',
          instructor: 'Meera Kulkarni',
          capacity: 30,
          seats_left: 9,
          started: false,
          refusal: null,
        },
      ],
      request: null,
    },
  },
})

export const transferEnrolment = endpoint({
  name: 'transferEnrolment',
  method: 'POST',
  path: '/staff/enrolments/:id/transfer/',
  tag: 'Staff: enrolments',
  summary: 'Move a student to another batch of the course and mail them; If-Match names the version',
  access: { staff: 'enrolments:write' },
  params: z.object({ id }),
  body: z.strictObject({
    to_batch: rowId,
    reason: line(300, 'Please say why. The student reads it.'),
  }),
  version: 'required',
  answers: { 200: record },
  errors: [404, 409, 428],
  failures: { 412: errorBody.extend({ current: record }) },
  example: {
    body: { to_batch: 102, reason: 'As we agreed on the phone' },
    answer: example,
    others: { 412: { ...body('Somebody else has changed this.', 'stale'), current: example } },
  },
})
