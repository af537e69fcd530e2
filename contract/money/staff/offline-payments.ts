import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { body, errorBody } from '#contract/errors.ts'
import { day, id, instant, line, rowId } from '#contract/fields.ts'
import { readOnlyResource, recordFields } from '#contract/resource.ts'
import {
  actKey,
  actReason,
  approvalExample,
  approvalRecord,
  type OfflineMethod,
  offlineMethods,
  offlineMethodNames,
} from './approvals.ts'
import { forStudent, namesOneStudent } from './hand-enrolments.ts'
import { dayFilters, idFilter, schoolDay } from '#contract/filters.ts'
import { type PaymentState, paymentStateNames } from './payments.ts'
import { paidBack, paidBackExample } from './refunds.ts'

/** States of a payment that say more than that its money was received. */
export const laterStates = ['partly_refunded', 'refund_due', 'refunded', 'review'] as const satisfies PaymentState[]

/**
 * `received` is a cheque at the bank; `return_due` money was not accepted and is owed to the student until it is `returned`, or until
 * it is `replaced` by the same money recorded again; `mistaken` money was never paid by this student; `cleared` money is with the
 * school, and nothing of it went back or is due to. The rest are those of its payment.
 */
export const offlineStates = [
  'waiting',
  'received',
  'cleared',
  'bounced',
  'return_due',
  'returned',
  'replaced',
  'mistaken',
  ...laterStates,
] as const
export const offlineStateNames: Readonly<Record<(typeof offlineStates)[number], string>> = {
  // Once the money goes back, the words are those of payments.
  ...paymentStateNames,
  waiting: 'Waits for approval',
  received: 'At the bank',
  cleared: 'Received',
  bounced: 'Bounced',
  return_due: 'To give back',
  returned: 'Given back',
  replaced: 'Recorded again',
  mistaken: 'Mistake',
}
const dispositions = ['pending', 'enrolled', 'refund_due', 'refunded', 'review'] as const
/** What became of the payment that it is now. */
const dispositionNames: Readonly<Record<(typeof dispositions)[number], string>> = {
  pending: 'Pending',
  enrolled: 'Enrolled',
  refund_due: 'Refund due',
  refunded: 'Refunded',
  review: 'Review',
}

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
  /** What was received. */
  amount_paise: z.int(),
  /** What the desk took off the price, and why. */
  discount_paise: z.int(),
  discount_reason: z.string().nullable(),
  /** What went back, and refunds that are decided and not done. */
  refunded_paise: z.int(),
  due_paise: z.int(),
  /** A refund that waits for a second person. */
  waiting_paise: z.int(),
  refund_approval_id: z.int().nullable(),
  received_on: day,
  received_by: z.int(),
  received_by_name: z.string(),
  recorded_at: instant,
  /** How money that was not accepted was given back. */
  return_method: z.enum(offlineMethods).nullable(),
  return_reference: z.string().nullable(),
  returned_on: day.nullable(),
  /** Until when a cheque at the bank holds a seat; null when it holds none. */
  hold_until: instant.nullable(),
  /** Why it was recorded although the student never paid it. */
  mistake_reason: z.string().nullable(),
  /** Who recorded that it was given back, or closed it as a mistake. */
  closed_by_name: z.string().nullable(),
  approval_id: z.int(),
  /** The place of which it pays a part, and which: "part 2 of 3" or "all that is left"; null for a purchase. */
  enrolment_id: z.int().nullable(),
  for_part: z.string().nullable(),
  /** The payment that it became, and what became of that: enrolled, or the money is due to go back. */
  payment_id: z.int().nullable(),
  disposition: z.enum(dispositions).nullable(),
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
  discount_paise: 0,
  discount_reason: null,
  refunded_paise: 0,
  due_paise: 0,
  waiting_paise: 0,
  refund_approval_id: null,
  received_on: '2026-11-23',
  received_by: 3,
  received_by_name: 'Meera Kulkarni',
  recorded_at: '2026-11-23T06:30:00.000Z',
  return_method: null,
  return_reference: null,
  returned_on: null,
  hold_until: '2026-11-30T06:30:00.000Z',
  mistake_reason: null,
  closed_by_name: null,
  approval_id: 12,
  enrolment_id: null,
  for_part: null,
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
  words: {
    state: offlineStateNames,
    method: offlineMethodNames,
    return_method: offlineMethodNames,
    disposition: dispositionNames,
  },
  examples: { record: example },
})

/** Whether a reference has the name of a bank and the six digits of a cheque. */
export const namesCheque = (reference: string): boolean => /\p{L}/u.test(reference) && /(?<!\d)\d{6}(?!\d)/.test(reference)

/** What staff write down of money that has reached the school. */
export const receivedMoney = {
  method: z.enum(offlineMethods, 'Please choose how it was paid.'),
  reference: line(60, 'Please give the reference.'),
  /** What was received. With the discount it is the present price; another amount is refused. */
  amount_paise: z.int('Please give an amount.').min(100, 'A payment is ₹1 or more.').max(1_000_000_000_000),
  received_on: schoolDay,
  received_by: rowId,
} as const
/** Numbers of cheques repeat from bank to bank. */
export const chequeIsNamed = {
  when: (given: { method: OfflineMethod; reference: string }) => given.method !== 'cheque' || namesCheque(given.reference),
  refusal: { path: ['reference'], error: 'Please give the bank and the six digits of the cheque, such as HDFC 004512.' },
}

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
      ...receivedMoney,
      /** What the desk takes off the price. The limit of one person then counts the list price. */
      discount: z
        .strictObject({
          paise: z.int('Please give an amount.').min(100, 'A discount is ₹1 or more.').max(1_000_000_000_000),
          reason: actReason,
        })
        .nullable(),
    })
    .refine(namesOneStudent.when, namesOneStudent.refusal)
    .refine(chequeIsNamed.when, chequeIsNamed.refusal),
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
      discount: null,
      received_on: '2026-11-23',
      received_by: 3,
    },
    answer: {
      ...approvalExample,
      kind: 'offline_payment',
      paid_paise: null,
      refunded_paise: null,
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

function verbOf<const Name extends string, Body extends z.ZodType = z.ZodUndefined>(definition: {
  name: Name
  verb: string
  summary: string
  stepUp?: true
  body?: Body
  example: { body?: z.input<Body>; answer: Partial<z.input<typeof record>> }
}) {
  return endpoint({
    name: definition.name,
    method: 'POST',
    path: `/staff/offline-payments/:id/${definition.verb}/`,
    tag: 'Staff: offline-payments',
    summary: `${definition.summary}; If-Match names the version`,
    access: { staff: 'payments:write', ...(definition.stepUp ? { stepUp: true } : {}) },
    params: z.object({ id }),
    ...(definition.body ? { body: definition.body } : {}),
    version: 'required',
    answers: { 200: record },
    errors: [404, 409, 428],
    failures: { 412: errorBody.extend({ current: record }) },
    example: {
      ...(definition.example.body === undefined ? {} : { body: definition.example.body }),
      answer: { ...example, version: 2, ...definition.example.answer },
      others: { 412: { ...body('Somebody else has changed this.', 'stale'), current: example } },
    },
  })
}

export const clearCheque = verbOf({
  name: 'clearCheque',
  verb: 'clear',
  summary: 'The bank has paid a cheque: the student is enrolled, or the money is due to go back when there is no place any more',
  stepUp: true,
  example: {
    answer: { state: 'cleared', payment_id: 31, disposition: 'enrolled', receipt: 'KS/2627/000031', document_id: 124 },
  },
})
export const bounceCheque = verbOf({
  name: 'bounceCheque',
  verb: 'bounce',
  summary: 'The bank has returned a cheque',
  example: { answer: { state: 'bounced' } },
})
export const giveBackOfflinePayment = verbOf({
  name: 'giveBackOfflinePayment',
  verb: 'give-back',
  summary: 'Record how money that was not accepted was given back; its student gets a mail',
  stepUp: true,
  body: paidBack,
  example: {
    body: paidBackExample,
    answer: {
      state: 'returned',
      return_method: paidBackExample.method,
      return_reference: paidBackExample.reference,
      returned_on: paidBackExample.paid_on,
      closed_by_name: 'Meera Kulkarni',
    },
  },
})
export const dismissOfflinePayment = verbOf({
  name: 'dismissOfflinePayment',
  verb: 'dismiss',
  summary:
    'Record that a student never paid what staff wrote down. Who wrote it down or received it can not do this while somebody else can',
  stepUp: true,
  body: z.strictObject({ reason: actReason }),
  example: {
    body: { reason: 'It was written down for the wrong day twice.' },
    answer: { state: 'mistaken', mistake_reason: 'It was written down for the wrong day twice.', closed_by_name: 'Anil Rao' },
  },
})

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
