import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { id, instant, line, paragraph } from '#contract/fields.ts'

/** Why a payment waits for a person. */
const reviewReasons = ['amount_differs', 'not_confirmed', 'refund_failed', 'refund_missing'] as const

const reviewedPayment = z.object({
  id: z.int(),
  payment_id: z.string(),
  reason: z.enum(reviewReasons),
  student_id: z.int(),
  student: z.string(),
  course: z.string(),
  amount_paise: z.int(),
  order_paise: z.int(),
  refundable_paise: z.int(),
  has_access: z.boolean(),
  /** What the provider said. */
  detail: z.string().nullable(),
  paid_at: instant,
})
const lateRefund = z.object({
  id: z.int(),
  payment: z.int(),
  student: z.string(),
  amount_paise: z.int(),
  status: z.string(),
  detail: z.string().nullable(),
  created_at: instant,
})
const unmatched = z.object({
  payment_id: z.string(),
  receipt: z.string(),
  batch_id: z.int().nullable(),
  amount_paise: z.int(),
  /** Of the amount. The rest waits. */
  refunded_paise: z.int(),
  status: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  paid_at: instant.nullable(),
  /** Whole days since it was paid. */
  age_days: z.int(),
})
const quarantined = z.object({
  event_id: z.string(),
  event_type: z.string(),
  received_at: instant,
  attempts: z.int(),
  detail: z.string().nullable(),
  /** The provider's id of the payment that the event is about. */
  payment_id: z.string().nullable(),
})
const waitingDispute = z.object({
  id: z.int(),
  dispute_id: z.string(),
  student: z.string(),
  status: z.string(),
  amount_paise: z.int(),
  respond_by: instant.nullable(),
})

const review = z.object({
  payments: z.array(reviewedPayment),
  disputes: z.array(waitingDispute),
  late_refunds: z.array(lateRefund),
  unmatched: z.array(unmatched),
  events: z.array(quarantined),
})
export type Review = z.output<typeof review>
export type ReviewedPayment = z.output<typeof reviewedPayment>

export const readReview = endpoint({
  name: 'readReview',
  method: 'GET',
  path: '/staff/review/',
  tag: 'Staff: review',
  summary: 'Everything about money that a person has to decide',
  access: { staff: 'payments:read' },
  answers: { 200: review },
  example: {
    answer: {
      payments: [
        {
          id: 12,
          payment_id: 'pay_MxT1bYcQdW2kPz',
          reason: 'amount_differs',
          student_id: 7,
          student: 'Asha Patil',
          course: 'Full Stack Web Development',
          amount_paise: 100,
          order_paise: 3_600_000,
          refundable_paise: 100,
          has_access: false,
          detail: null,
          paid_at: '2026-11-21T06:30:00.000Z',
        },
      ],
      disputes: [],
      late_refunds: [],
      unmatched: [],
      events: [],
    },
  },
})

const reason = paragraph(500, 'Please give the reason.')
const done = z.object({ message: z.string() })
const decide = { staff: 'payments:write', stepUp: true } as const

export const confirmPayment = endpoint({
  name: 'confirmPayment',
  method: 'POST',
  path: '/staff/payments/:id/confirm/',
  tag: 'Staff: review',
  summary: 'Ask the provider again about a payment that it did not confirm',
  access: { staff: 'payments:write' },
  params: z.object({ id }),
  answers: { 200: done },
  errors: [404, 409],
  example: { answer: { message: 'The provider confirms the payment. It leaves the review.' } },
})

export const endPaymentAccess = endpoint({
  name: 'endPaymentAccess',
  method: 'POST',
  path: '/staff/payments/:id/end-access/',
  tag: 'Staff: review',
  summary: 'End the enrolment of a payment in review or of one whose dispute was lost; no money moves',
  access: decide,
  params: z.object({ id }),
  answers: { 200: done },
  errors: [404, 409],
  example: { answer: { message: 'The access of Asha Patil has ended, and the seat is free.' } },
})

export const closeReview = endpoint({
  name: 'closeReview',
  method: 'POST',
  path: '/staff/payments/:id/close-review/',
  tag: 'Staff: review',
  summary: 'Take a payment off the review list when a person has settled it by other means',
  access: decide,
  params: z.object({ id }),
  body: z.strictObject({ reason }),
  answers: { 200: done },
  errors: [404, 409],
  example: {
    body: { reason: 'Paid back by bank transfer on 20 November.' },
    answer: { message: 'The payment is off the list.' },
  },
})

const eventId = line(200, 'Please name the event.')

export const retryEvent = endpoint({
  name: 'retryEvent',
  method: 'POST',
  path: '/staff/review/retry-event/',
  tag: 'Staff: review',
  summary: 'Process a quarantined event again',
  access: { staff: 'payments:write' },
  body: z.strictObject({ event_id: eventId }),
  answers: { 200: done },
  errors: [404],
  example: { body: { event_id: 'evt_MxT1bYcQdW2kPz' }, answer: { message: 'The event is processed again within a minute.' } },
})

export const dismissFromReview = endpoint({
  name: 'dismissFromReview',
  method: 'POST',
  path: '/staff/review/dismiss/',
  tag: 'Staff: review',
  summary: 'Take a quarantined event or a payment without an order off the review list',
  access: { staff: 'payments:write' },
  body: z.strictObject({ id: eventId, reason }),
  answers: { 200: done },
  errors: [404],
  example: {
    body: { id: 'evt_MxT1bYcQdW2kPz', reason: 'A test of the provider.' },
    answer: { message: 'It is off the list.' },
  },
})

const ledger = z.object({
  balances: z.boolean(),
  /** Payments by what became of them. `pending` is none when the ledger balances. */
  captured: z.int(),
  enrolled: z.int(),
  refunded: z.int(),
  refund_due: z.int(),
  review: z.int(),
  pending: z.int(),
  without_enrolment: z.int(),
  misstated: z.int(),
  unmatched: z.int(),
  unmatched_paise: z.int(),
  /** Receipts and refund notes that wait for the answer about a restore. */
  waiting_documents: z.int(),
  /** Why it does not balance, each with its figure. */
  problems: z.array(z.string()),
  disputes_lost: z.int(),
  lost_paise: z.int(),
  captured_paise: z.int(),
  refunded_paise: z.int(),
  /** What the last comparison with the provider found. */
  differences: z.array(z.string()),
  compared_at: instant.nullable(),
  /** Whether a comparison is running or about to. */
  is_comparing: z.boolean(),
})
export type StaffLedger = z.output<typeof ledger>
const ledgerExample: StaffLedger = {
  balances: true,
  captured: 12,
  enrolled: 11,
  refunded: 1,
  refund_due: 0,
  review: 0,
  pending: 0,
  without_enrolment: 0,
  misstated: 0,
  unmatched: 0,
  unmatched_paise: 0,
  waiting_documents: 0,
  problems: [],
  disputes_lost: 0,
  lost_paise: 0,
  captured_paise: 43_200_000,
  refunded_paise: 3_600_000,
  differences: [],
  compared_at: '2026-11-21T20:30:00.000Z',
  is_comparing: false,
}

export const readLedgerForStaff = endpoint({
  name: 'readLedgerForStaff',
  method: 'GET',
  path: '/staff/ledger/',
  tag: 'Staff: review',
  summary: 'Counts and sums of all captured money, and the last comparison with the provider',
  access: { staff: 'payments:read' },
  answers: { 200: ledger },
  example: { answer: ledgerExample },
})

export const compareLedger = endpoint({
  name: 'compareLedger',
  method: 'POST',
  path: '/staff/ledger/compare/',
  tag: 'Staff: review',
  summary: 'Compare the ledger with the provider now, as every night',
  access: { staff: 'payments:write' },
  answers: { 202: ledger },
  example: { answer: { ...ledgerExample, is_comparing: true } },
})
