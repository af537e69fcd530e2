import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { id, instant, line, rowId, rupees } from '#contract/fields.ts'

const enrolmentId = z.int().min(1)

const student = z.object({
  enrolment_id: z.int(),
  name: z.string(),
  email: z.string(),
  /** Rupees of the payment that can still be refunded; 0 for an enrolment without a payment. */
  refundable: rupees,
  action: z.enum(['move', 'refund']),
  /** `planned` before the batch is cancelled, `waiting` until the job has come to this student. */
  outcome: z.enum(['planned', 'waiting', 'moved', 'refunded', 'ended', 'failed']),
  /** Why it failed; else empty. */
  detail: z.string(),
})
export type CancelledStudent = z.output<typeof student>

const cancellation = z.object({
  batch_id: z.int(),
  /** Version of the batch, for If-Match. */
  version: z.int(),
  /** Null before the batch is cancelled. */
  started_at: instant.nullable(),
  reason: z.string(),
  move_to_batch_id: z.int().nullable(),
  students: z.array(student),
  /** Students whose outcome is known, and all of them. */
  done: z.int(),
  total: z.int(),
  /** Batches of the same course that students can move to. `seats_left` is null when unlimited. */
  targets: z.array(
    z.object({ id: z.int(), batch_type: z.string(), starts_at: instant, time: z.string(), seats_left: z.int().nullable() }),
  ),
})
export type Cancellation = z.output<typeof cancellation>

const example: Cancellation = {
  batch_id: 101,
  version: 4,
  started_at: '2026-11-22T09:30:00.000Z',
  reason: 'Too few students',
  move_to_batch_id: 102,
  students: [
    {
      enrolment_id: 7,
      name: 'Asha Patil',
      email: 'asha@example.com',
      refundable: 36000,
      action: 'move',
      outcome: 'moved',
      detail: '',
    },
  ],
  done: 1,
  total: 1,
  targets: [
    {
      id: 102,
      batch_type: 'Weekday evening',
      starts_at: '2027-01-04T14:00:00.000Z',
      time: '7:30 PM – 9:00 PM IST',
      seats_left: 9,
    },
  ],
}
const tag = 'Staff: batches'
const params = z.object({ id })

export const readCancellation = endpoint({
  name: 'readCancellation',
  method: 'GET',
  path: '/staff/batches/:id/cancellation/',
  tag,
  summary: 'The students of a batch and what each paid, before it is cancelled; afterwards what became of each',
  access: { staff: 'batches:cancel' },
  params,
  answers: { 200: cancellation },
  errors: [404],
  example: { answer: example },
})

export const cancelBatch = endpoint({
  name: 'cancelBatch',
  method: 'POST',
  path: '/staff/batches/:id/cancel/',
  tag,
  summary: 'Cancel a batch: each student moves to another batch or gets the money back; If-Match names the version of the batch',
  access: { staff: 'batches:cancel', stepUp: true },
  params,
  body: z.strictObject({
    reason: line(300, 'Please say why. Students read it.'),
    /** Null refunds everybody. */
    move_to: rowId.nullable(),
    /** Enrolments that are refunded although the others move. */
    refund: z.array(enrolmentId).max(2000),
  }),
  version: 'required',
  answers: { 200: cancellation },
  errors: [404, 409, 428],
  failures: {},
  example: { body: { reason: 'Too few students', move_to: 102, refund: [] }, answer: example },
})

export const retryCancellation = endpoint({
  name: 'retryCancellation',
  method: 'POST',
  path: '/staff/batches/:id/cancellation/retry/',
  tag,
  summary: 'Decide anew about students who could not be moved or refunded',
  access: { staff: 'batches:cancel', stepUp: true },
  params,
  body: z.strictObject({
    /** Refunds them; otherwise the same is tried once more. */
    refund: z.boolean(),
  }),
  answers: { 200: cancellation },
  errors: [404, 409],
  example: { body: { refund: true }, answer: example },
})
