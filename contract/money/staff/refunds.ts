import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { day, id, instant, line, rowId } from '#contract/fields.ts'
import { flag, readOnlyResource } from '#contract/resource.ts'
import { actKey, actReason, approvalExample, approvalRecord, offlineMethods, offlineMethodNames } from './approvals.ts'
import { paymentMethodNames } from './payments.ts'
import { dayFilters, idFilter, schoolDay } from '#contract/filters.ts'

export const refundStatuses = ['queued', 'sent', 'pending', 'processed', 'failed'] as const
export const refundStatusNames: Readonly<Record<(typeof refundStatuses)[number], string>> = {
  queued: 'Queued',
  sent: 'Being sent',
  pending: 'At the provider',
  processed: 'Refunded',
  failed: 'Failed',
}
const refundedBy = ['student', 'staff', 'operator', 'system', 'provider'] as const
export const refundedByNames: Readonly<Record<(typeof refundedBy)[number], string>> = {
  student: 'The student',
  staff: 'Staff',
  operator: 'The operator',
  system: 'Automatic',
  provider: 'At the provider',
}

const record = z.object({
  id: z.int(),
  status: z.enum(refundStatuses),
  /** A queued refund of an offline payment: a person pays it back and records how. */
  to_pay_back: z.boolean(),
  payment_id: z.int(),
  /** The provider's id of the payment. */
  payment: z.string(),
  is_offline: z.boolean(),
  student_id: z.int(),
  student: z.string(),
  student_email: z.string(),
  batch_id: z.int(),
  /** The first day of the batch, which tells two batches of one course apart. */
  batch_starts_on: day,
  course: z.string(),
  amount_paise: z.int(),
  reason: z.string(),
  ends_access: z.boolean(),
  /** Why the provider refused it, or what the last attempt met. */
  problem: z.string().nullable(),
  by: z.enum(refundedBy),
  /** Who asked for it, and the second person who approved it. */
  staff: z.string().nullable(),
  approved_by: z.string().nullable(),
  /** A failed refund that was repeated. */
  is_retried: z.boolean(),
  /** How the money came, such as `upi` or `cheque`. */
  paid_by: z.string().nullable(),
  /** How staff paid it back. */
  method: z.enum(offlineMethods).nullable(),
  reference: z.string().nullable(),
  paid_on: day.nullable(),
  created_at: instant,
  settled_at: instant.nullable(),
})
export type RefundListed = z.output<typeof record>

const recordExample: z.input<typeof record> = {
  id: 4,
  status: 'failed',
  to_pay_back: false,
  payment_id: 31,
  payment: 'pay_MxT1bYcQdW2kPz',
  is_offline: false,
  student_id: 7,
  student: 'Asha Patil',
  student_email: 'asha@example.com',
  batch_id: 101,
  batch_starts_on: '2026-12-01',
  course: 'Full Stack Web Development',
  amount_paise: 3_600_000,
  reason: 'Moves abroad before the first class.',
  ends_access: true,
  problem: 'The account of the school has too little money.',
  by: 'staff',
  staff: 'Meera Kulkarni',
  approved_by: null,
  is_retried: false,
  paid_by: 'upi',
  method: null,
  reference: null,
  paid_on: null,
  created_at: '2026-11-23T06:30:00.000Z',
  settled_at: '2026-11-23T06:31:00.000Z',
}

export const refunds = readOnlyResource({
  name: 'refunds',
  singular: 'refund',
  record,
  filters: {
    status: z.enum(refundStatuses).optional(),
    to_pay_back: flag.optional(),
    payment: idFilter,
    student: idFilter,
    ...dayFilters,
  },
  sort: ['created_at', 'amount_paise', 'id'],
  usualSort: '-created_at',
  permission: { read: 'payments:read' },
  stepUp: ['export'],
  words: { status: refundStatusNames, by: refundedByNames, method: offlineMethodNames, paid_by: paymentMethodNames },
  examples: { record: recordExample },
})

/** How staff paid money back. */
export const paidBack = z.strictObject({
  method: z.enum(offlineMethods, 'Please choose how it was paid back.'),
  reference: line(60, 'Please give the reference.'),
  paid_on: schoolDay,
})
export type PaidBack = z.output<typeof paidBack>
export const paidBackExample = { method: 'bank_transfer', reference: 'HDFCN52026112400123', paid_on: '2026-11-24' } as const

const refundable = z.object({
  payment_id: z.int(),
  student: z.string(),
  student_email: z.string(),
  course: z.string(),
  batch_id: z.int(),
  amount_paise: z.int(),
  refunded_paise: z.int(),
  /** How many payments the place was paid with. */
  payments: z.int(),
  /** What can still be refunded of all of them. The last payment goes back first. */
  refundable_paise: z.int(),
  /** All that can be refunded reached the school without the provider, so a person pays it back. */
  is_offline: z.boolean(),
  /** A place in parts: some of it was paid online and goes back by itself, some a person pays back. */
  is_mixed: z.boolean(),
  /** How the money came, such as `upi` or `cheque`. */
  paid_by: z.string().nullable(),
  has_place: z.boolean(),
  /** An open request of the student for a refund of this payment. */
  request_id: z.int().nullable(),
  request_reason: z.string().nullable(),
  /** Above this amount a second person decides; null when one is enough. */
  approval_above_paise: z.int().nullable(),
  /** What was done for this student today, and what waits. */
  sum_paise: z.int(),
})
export type Refundable = z.output<typeof refundable>

export const readRefundable = endpoint({
  name: 'readRefundable',
  method: 'GET',
  path: '/staff/payments/:id/refund/',
  tag: 'Staff: refunds',
  summary: 'What of a payment can be refunded, and what it means for the student',
  access: { staff: 'payments:write' },
  params: z.object({ id }),
  answers: { 200: refundable },
  errors: [404],
  example: {
    answer: {
      payment_id: 31,
      student: 'Asha Patil',
      student_email: 'asha@example.com',
      course: 'Full Stack Web Development',
      batch_id: 101,
      amount_paise: 3_600_000,
      refunded_paise: 0,
      payments: 1,
      refundable_paise: 3_600_000,
      is_offline: false,
      is_mixed: false,
      paid_by: 'upi',
      has_place: true,
      request_id: null,
      request_reason: null,
      approval_above_paise: 5_000_000,
      sum_paise: 0,
    },
  },
})

export const refundPayment = endpoint({
  name: 'refundPayment',
  method: 'POST',
  path: '/staff/payments/:id/refund/',
  tag: 'Staff: refunds',
  summary: 'Refund a payment, or ask a second person to; a repeated key answers the first result',
  access: { staff: 'payments:write', stepUp: true },
  params: z.object({ id }),
  body: z.strictObject({
    key: actKey,
    /** Null for everything that can be refunded. */
    amount_paise: z.int('Please give an amount.').min(100, 'A refund is ₹1 or more.').max(1_000_000_000_000).nullable(),
    reason: actReason,
    /** A refund of everything ends the student's place unless this is true. */
    keeps_access: z.boolean(),
    /** The student's request for a refund, which this approves. */
    request_id: rowId.nullable(),
    /** How an offline payment was paid back; null to record it later, as when a second person decides. */
    paid_back: paidBack.nullable(),
  }),
  answers: { 201: approvalRecord },
  errors: [404, 409],
  example: {
    body: {
      key: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
      amount_paise: 6_000_000,
      reason: 'Moves abroad before the first class.',
      keeps_access: false,
      request_id: null,
      paid_back: null,
    },
    answer: approvalExample,
  },
})

export const retryRefund = endpoint({
  name: 'retryRefund',
  method: 'POST',
  path: '/staff/refunds/:id/retry/',
  tag: 'Staff: refunds',
  summary: 'Repeat a refund that the provider refused, once; a second call answers the first result',
  access: { staff: 'payments:write', stepUp: true },
  params: z.object({ id }),
  answers: { 200: record },
  errors: [404, 409],
  example: { answer: { ...recordExample, id: 5, status: 'queued', problem: null, settled_at: null } },
})

export const recordPaidBack = endpoint({
  name: 'recordPaidBack',
  method: 'POST',
  path: '/staff/refunds/:id/paid-back/',
  tag: 'Staff: refunds',
  summary: 'Record how a queued refund of an offline payment was paid back',
  access: { staff: 'payments:write', stepUp: true },
  params: z.object({ id }),
  body: paidBack,
  answers: { 200: record },
  errors: [404, 409],
  example: {
    body: paidBackExample,
    answer: { ...recordExample, status: 'processed', is_offline: true, problem: null, ...paidBackExample },
  },
})
