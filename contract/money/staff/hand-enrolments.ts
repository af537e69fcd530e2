import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { email, id, instant, personName, copiedPhone, rowId, searchWords } from '#contract/fields.ts'
import { actKey, actReason, approvalExample, approvalRecord } from './approvals.ts'

/** Whom an act is for: an account, or a new one for somebody who has none. */
export const forStudent = {
  student_id: rowId.nullable(),
  new_student: z.strictObject({ full_name: personName('Full name is required.'), email, phone_number: copiedPhone }).nullable(),
} as const
export const namesOneStudent = {
  when: (given: { student_id: number | null; new_student: object | null }) =>
    (given.student_id === null) !== (given.new_student === null),
  refusal: { path: ['student_id'], error: 'Please choose a student.' },
}

export const enrolByHand = endpoint({
  name: 'enrolByHand',
  method: 'POST',
  path: '/staff/enrolments/',
  tag: 'Staff: enrolments',
  summary: 'Enrol a student without a payment, or ask a second person to; a repeated key answers the first result',
  access: { staff: 'enrolments:write', stepUp: true },
  body: z
    .strictObject({ key: actKey, ...forStudent, batch_id: rowId, reason: actReason })
    .refine(namesOneStudent.when, namesOneStudent.refusal),
  answers: { 201: approvalRecord },
  errors: [404, 409],
  example: {
    body: {
      key: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
      student_id: 7,
      new_student: null,
      batch_id: 101,
      reason: 'Scholarship of the alumni.',
    },
    answer: {
      ...approvalExample,
      kind: 'hand_enrolment',
      state: 'not_needed',
      ends_access: false,
      payment_id: null,
      enrolment_id: 19,
      is_enrolled: true,
      decided_at: '2026-11-23T06:30:00.000Z',
    },
  },
})

const ended = z.object({ id: z.int(), version: z.int(), ended_at: instant })

export const endHandEnrolment = endpoint({
  name: 'endHandEnrolment',
  method: 'POST',
  path: '/staff/enrolments/:id/end/',
  tag: 'Staff: enrolments',
  summary: 'End a place without a payment; a paid one ends with its refund. A repeated call answers the same',
  access: { staff: 'enrolments:write' },
  params: z.object({ id }),
  answers: { 200: ended },
  errors: [404, 409],
  example: { answer: { id: 19, version: 2, ended_at: '2026-11-23T06:30:08.000Z' } },
})

/** Why nobody can be enrolled in a batch now. */
export const placeRefusals = ['already_enrolled', 'batch_draft', 'batch_cancelled', 'batch_ended', 'batch_full'] as const

const place = z.object({
  batch_id: z.int(),
  course: z.string(),
  batch_type: z.string(),
  starts_at: instant,
  has_started: z.boolean(),
  list_price_paise: z.int(),
  amount_paise: z.int(),
  discount: z.string().nullable(),
  /** Null: unlimited. */
  seats_left: z.int().nullable(),
  refusal: z.enum(placeRefusals).nullable(),
  approval_above_paise: z.int().nullable(),
  /** Days for which a cheque at the bank holds a seat; 0 when it holds none. */
  cheque_hold_days: z.int(),
  /** What was done for this student today, and what waits. */
  sum_paise: z.int(),
})
export type Place = z.output<typeof place>

/** What a place costs now and whether there is one: what the dialogs show before anything is done. */
export const readPlace = endpoint({
  name: 'readPlace',
  method: 'GET',
  path: '/staff/batches/:id/place/',
  tag: 'Staff: enrolments',
  summary: 'Price and seats of a batch for a student, and whether a second person has to decide',
  access: { staff: 'students:read' },
  params: z.object({ id }),
  query: z.strictObject({ student: id.optional() }),
  answers: { 200: place },
  errors: [404],
  example: {
    answer: {
      batch_id: 101,
      course: 'Full Stack Web Development',
      batch_type: 'Weekday evening',
      starts_at: '2026-12-07T14:00:00.000Z',
      has_started: false,
      list_price_paise: 4_500_000,
      amount_paise: 3_600_000,
      discount: '20%',
      seats_left: 4,
      refusal: null,
      approval_above_paise: 5_000_000,
      cheque_hold_days: 7,
      sum_paise: 0,
    },
  },
})

const found = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  is_verified: z.boolean(),
})
export type FoundStudent = z.output<typeof found>

export const findStudents = endpoint({
  name: 'findStudents',
  method: 'GET',
  path: '/staff/students/find/',
  tag: 'Staff: students',
  summary: 'At most ten students by name, address or phone, for a field of a form',
  access: { staff: 'students:read' },
  /** Without words the newest students. */
  query: z.strictObject({ q: searchWords.optional() }),
  answers: { 200: z.object({ students: z.array(found) }) },
  example: {
    answer: { students: [{ id: 7, name: 'Asha Patil', email: 'asha@example.com', phone: '9876543210', is_verified: true }] },
  },
})
