import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { body, errorBody } from '../errors.ts'
import { day, id, instant, line } from '../fields.ts'
import { readOnlyResource, recordFields } from '../resource.ts'
import { actKey, approvalExample, approvalRecord, offlineMethods } from './approvals.ts'
import { forStudent, namesOneStudent } from './hand-enrolments.ts'
import { schoolDay } from './holidays.ts'
import { dayFilters, idFilter, type PaymentState } from './payments.ts'

/** States of a payment that say more than that its money was received. */
export const laterStates = ['partly_refunded', 'refund_due', 'refunded', 'review'] as const satisfies PaymentState[]

/**
 * `received` is a cheque at the bank; `void` money was not accepted: staff give it back to the student, and nothing records that;
 * `cleared` money is with the school, and nothing of it went back or is due to. The rest are those of its payment.
 */
export const offlineStates = ['waiting', 'received', 'cleared', 'bounced', 'void', ...laterStates] as const

const rowId = z.int().min(1).max(2_147_483_647)

const record = z.object({
  ...recordFields,
  state: z.enum(offlineStates),
  method: z.enum(offlineMethods),
  reference: z.string(),
  student_id: z.int(),
  student: z.string(),
  student_email: z.string(),
  batch_id: z.int(),
  /** The first day of the batch, which tells two batches of one course apart. */
  batch_starts_on: day,
  course: z.string(),
  amount_paise: z.int(),
  /** What went back, and refunds that are decided and not done. */
  refunded_paise: z.int(),
  due_paise: z.int(),
  received_on: day,
  received_by: z.int(),
  received_by_name: z.string(),
  recorded_at: instant,
  approval_id: z.int(),
  /** The payment that it became, and what became of that: enrolled, or the money is due to go back. */
  payment_id: z.int().nullable(),
  disposition: z.enum(['pending', 'enrolled', 'refund_due', 'refunded', 'review']).nullable(),
  receipt: z.string().nullable(),
  /** The document of the receipt. */
  document_id: z.int().nullable(),
})
export type OfflinePaymentRecord = z.output<typeof record>

const example: z.input<typeof record> = {
  id: 6,
  version: 1,
  state: 'received',
  method: 'cheque',
  reference: 'HDFC 004512',
  student_id: 7,
  student: 'Asha Patil',
  student_email: 'asha@example.com',
  batch_id: 101,
  batch_starts_on: '2026-12-01',
  course: 'Full Stack Web Development',
  amount_paise: 3_600_000,
  refunded_paise: 0,
  due_paise: 0,
  received_on: '2026-11-23',
  received_by: 3,
  received_by_name: 'Meera Kulkarni',
  recorded_at: '2026-11-23T06:30:00.000Z',
  approval_id: 12,
  payment_id: null,
  disposition: null,
  receipt: null,
  document_id: null,
}

export const offlinePayments = readOnlyResource({
  name: 'offline-payments',
  singular: 'offline-payment',
  record,
  filters: {
    state: z.enum(offlineStates).optional(),
    method: z.enum(offlineMethods).optional(),
    student: idFilter,
    ...dayFilters,
  },
  sort: ['recorded_at', 'received_on', 'amount_paise', 'id'],
  usualSort: '-recorded_at',
  permission: { read: 'payments:read' },
  stepUp: ['export'],
  examples: { record: example },
})

export const takeOfflinePayment = endpoint({
  name: 'takeOfflinePayment',
  method: 'POST',
  path: '/staff/offline-payments/',
  tag: 'Staff: offline-payments',
  summary:
    'Record money that the school received: it enrols at once, a cheque when it clears, or a second person decides. A repeated key answers the first result',
  access: { staff: 'payments:write', stepUp: true },
  body: z
    .strictObject({
      key: actKey,
      ...forStudent,
      batch_id: rowId,
      method: z.enum(offlineMethods, 'Please choose how it was paid.'),
      reference: line(60, 'Please give the reference.'),
      /** The present price. Another amount is refused. */
      amount_paise: z.int('Please give an amount.').min(100, 'A payment is ₹1 or more.').max(1_000_000_000_000),
      received_on: schoolDay,
      received_by: rowId,
    })
    .refine(namesOneStudent.when, namesOneStudent.refusal)
    // Numbers of cheques repeat from bank to bank.
    .refine((given) => given.method !== 'cheque' || (/\p{L}/u.test(given.reference) && /\d{6}/.test(given.reference)), {
      path: ['reference'],
      error: 'Please give the bank and the six digits of the cheque, such as HDFC 004512.',
    }),
  answers: { 201: approvalRecord },
  errors: [404, 409],
  example: {
    body: {
      key: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
      student_id: 7,
      new_student: null,
      batch_id: 101,
      method: 'upi',
      reference: '632145879012',
      amount_paise: 3_600_000,
      received_on: '2026-11-23',
      received_by: 3,
    },
    answer: {
      ...approvalExample,
      kind: 'offline_payment',
      state: 'not_needed',
      reason: null,
      method: 'upi',
      reference: '632145879012',
      ends_access: false,
      decided_at: '2026-11-23T06:30:00.000Z',
      offline_payment_id: 6,
      is_enrolled: true,
    },
  },
})

function chequeVerb<const Name extends string>(name: Name, verb: string, summary: string, stepUp: boolean) {
  return endpoint({
    name,
    method: 'POST',
    path: `/staff/offline-payments/:id/${verb}/`,
    tag: 'Staff: offline-payments',
    summary: `${summary}; If-Match names the version`,
    access: stepUp ? { staff: 'payments:write', stepUp } : { staff: 'payments:write' },
    params: z.object({ id }),
    version: 'required',
    answers: { 200: record },
    errors: [404, 409, 428],
    failures: { 412: errorBody.extend({ current: record }) },
    example: {
      answer: {
        ...example,
        version: 2,
        state: 'cleared',
        payment_id: 31,
        disposition: 'enrolled',
        receipt: 'KS/2627/000031',
        document_id: 124,
      },
      others: { 412: { ...body('Somebody else has changed this meanwhile.', 'stale'), current: example } },
    },
  })
}

export const clearCheque = chequeVerb(
  'clearCheque',
  'clear',
  'The bank has paid a cheque: the student is enrolled, or the money is due to go back when there is no place any more',
  true,
)
export const bounceCheque = chequeVerb('bounceCheque', 'bounce', 'The bank has returned a cheque', false)

/** Staff who may have received money. */
export const listReceivers = endpoint({
  name: 'listReceivers',
  method: 'GET',
  path: '/staff/offline-payments/receivers/',
  tag: 'Staff: offline-payments',
  summary: 'Staff who can have received money, by name',
  access: { staff: 'payments:write' },
  answers: { 200: z.object({ receivers: z.array(z.object({ id: z.int(), name: z.string() })) }) },
  example: { answer: { receivers: [{ id: 3, name: 'Meera Kulkarni' }] } },
})
