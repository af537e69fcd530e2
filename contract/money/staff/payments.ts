import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { day, id, instant } from '#contract/fields.ts'
import { readOnlyResource } from '#contract/resource.ts'
import { dayFilters, idFilter } from '#contract/filters.ts'
import { offlineMethodNames } from './approvals.ts'

/**
 * The state of a payment as staff see it. `paid` and `partly_refunded` have their enrolment, `refund_due` has money that is
 * to go back and did not yet, also a part of it, `confirming` is taken and not settled yet, `begun` and `failed` took no money.
 */
export const paymentStates = [
  'paid',
  'partly_refunded',
  'refund_due',
  'refunded',
  'review',
  'confirming',
  'begun',
  'failed',
] as const
export type PaymentState = (typeof paymentStates)[number]
/** The states in the words of the console and of its files. */
export const paymentStateNames: Readonly<Record<PaymentState, string>> = {
  paid: 'Paid',
  partly_refunded: 'Partly refunded',
  refund_due: 'Refund due',
  refunded: 'Refunded',
  review: 'Review',
  confirming: 'Confirming',
  begun: 'Begun',
  failed: 'Failed',
}
/** How it was paid, by the provider's names and our own. */
export const paymentMethodNames: Readonly<Record<string, string>> = {
  card: 'Card',
  netbanking: 'Net banking',
  wallet: 'Wallet',
  emi: 'EMI',
  ...offlineMethodNames,
}

const payment = z.object({
  id: z.int(),
  /** The provider's id, or our own of an offline payment. */
  payment_id: z.string(),
  state: z.enum(paymentStates),
  student_id: z.int(),
  student: z.string(),
  email: z.string(),
  course: z.string(),
  batch_id: z.int(),
  batch_starts_on: day,
  amount_paise: z.int(),
  /** What went back, and what can still be refunded. */
  refunded_paise: z.int(),
  refundable_paise: z.int(),
  /** Refunds that are decided and not done. */
  due_paise: z.int(),
  /** A refund that a second person has not decided yet. */
  waiting_paise: z.int(),
  /** The approval by which that refund waits. */
  approval_id: z.int().nullable(),
  /** When money last went back, the numbers of the refund notes, and why. Several stand in the order in which they were made. */
  refunded_at: instant.nullable(),
  refund_notes: z.string().nullable(),
  refund_reasons: z.string().nullable(),
  provider: z.string(),
  method: z.string().nullable(),
  /** Of an offline payment: what staff typed, such as the UTR, and when and by whom it was received. */
  reference: z.string().nullable(),
  received_on: day.nullable(),
  received_by: z.string().nullable(),
  /** When it was captured; before that, when it was first reported. */
  paid_at: instant,
  receipt: z.string().nullable(),
  /** The document of the receipt. */
  document_id: z.int().nullable(),
  /** Why the payment failed, needs a decision, or its latest refund failed. */
  problem: z.string().nullable(),
  /** A dispute that waits for an answer has this deadline. */
  respond_by: instant.nullable(),
})
export type StaffPayment = z.output<typeof payment>

/**
 * A payment as an accountant reads it. What the receipt prints is read from the receipt. `captured` is the money that came, 0 of a
 * payment that took none. The refund notes are a file of the documents.
 */
export const paymentLine = z.object({
  paid_at: instant,
  receipt: z.string().nullable(),
  receipt_issued_at: instant.nullable(),
  student: z.string(),
  email: z.string(),
  company: z.string().nullable(),
  gstin: z.string().nullable(),
  course: z.string(),
  batch_id: z.int(),
  batch_starts_on: day,
  state: z.enum(paymentStates),
  amount_paise: z.int(),
  captured_paise: z.int(),
  list_price_paise: z.int().nullable(),
  discount_paise: z.int().nullable(),
  taxable_paise: z.int().nullable(),
  gst_rate: z.number().nullable(),
  cgst_paise: z.int().nullable(),
  sgst_paise: z.int().nullable(),
  igst_paise: z.int().nullable(),
  sac: z.string().nullable(),
  place_of_supply: z.string().nullable(),
  /** Online or offline, and how. */
  provider: z.string(),
  method: z.string().nullable(),
  reference: z.string().nullable(),
  received_on: day.nullable(),
  received_by: z.string().nullable(),
  payment_id: z.string(),
  /** What went back so far, also after the days of the file. */
  refunded_paise: z.int(),
  refunded_at: instant.nullable(),
  refund_notes: z.string().nullable(),
  refund_reasons: z.string().nullable(),
  /** Why the payment failed, needs a decision, or its latest refund failed. */
  problem: z.string().nullable(),
  id: z.int(),
})

/** Payments of all students. The money moves by verbs of their own. */
export const payments = readOnlyResource({
  name: 'payments',
  singular: 'payment',
  record: payment,
  filters: {
    state: z.enum(paymentStates).optional(),
    provider: z.enum(['online', 'offline']).optional(),
    student: idFilter,
    batch: idFilter,
    course: idFilter,
    ...dayFilters,
  },
  sort: ['paid_at', 'amount_paise', 'id'],
  usualSort: '-paid_at',
  permission: { read: 'payments:read' },
  stepUp: ['export'],
  file: paymentLine,
  words: { state: paymentStateNames, method: paymentMethodNames, provider: { razorpay: 'Online', offline: 'Offline' } },
  examples: {
    record: {
      id: 12,
      payment_id: 'pay_MxT1bYcQdW2kPz',
      state: 'paid',
      student_id: 7,
      student: 'Asha Patil',
      email: 'asha@example.com',
      course: 'Full Stack Web Development',
      batch_id: 3,
      batch_starts_on: '2026-12-01',
      amount_paise: 3_600_000,
      refunded_paise: 0,
      refundable_paise: 3_600_000,
      due_paise: 0,
      waiting_paise: 0,
      approval_id: null,
      refunded_at: null,
      refund_notes: null,
      refund_reasons: null,
      provider: 'razorpay',
      method: 'upi',
      reference: null,
      received_on: null,
      received_by: null,
      paid_at: '2026-11-21T06:30:00.000Z',
      receipt: 'KS/2627/000012',
      document_id: 48,
      problem: null,
      respond_by: null,
    },
  },
})

const timelineKinds = [
  'order',
  'attempt',
  'reported',
  'captured',
  'event',
  'enrolled',
  'moved',
  'access_ended',
  'receipt',
  'mail',
  'request',
  // A refund for which a second person is needed, and what that person decided.
  'refund_asked',
  'refund_decided',
  'refund',
  'refund_settled',
  'note',
  'dispute',
] as const

const timelineEntry = z.object({
  kind: z.enum(timelineKinds),
  at: instant,
  amount_paise: z.int().nullable(),
  /** The state of the thing, in its own words: of a mail `waiting`, `sent`, `failed`; of a refund its status, of one that is asked for or decided that of its approval. */
  state: z.string().nullable(),
  /** What names it: a kind of event, a serial, a mail's template, a reason. */
  text: z.string().nullable(),
  /** Why it failed. */
  problem: z.string().nullable(),
  /** The member of staff who did it. */
  staff: z.string().nullable(),
})
export type TimelineEntry = z.output<typeof timelineEntry>

export const readPaymentTimeline = endpoint({
  name: 'readPaymentTimeline',
  method: 'GET',
  path: '/staff/payments/:id/timeline/',
  tag: 'Staff: payments',
  summary: 'Everything that happened to a payment, the oldest first',
  access: { staff: 'payments:read' },
  params: z.object({ id }),
  answers: { 200: z.object({ entries: z.array(timelineEntry) }) },
  errors: [404],
  example: {
    answer: {
      entries: [
        {
          kind: 'captured',
          at: '2026-11-21T06:30:00.000Z',
          amount_paise: 3_600_000,
          state: null,
          text: 'upi',
          problem: null,
          staff: null,
        },
      ],
    },
  },
})

export const orderStates = ['creating', 'open', 'attempted', 'paid', 'superseded', 'expired'] as const
export const orderStateNames: Readonly<Record<(typeof orderStates)[number], string>> = {
  creating: 'Begun',
  open: 'Open',
  attempted: 'Tried',
  paid: 'Paid',
  superseded: 'Replaced',
  expired: 'Left',
}

/** Checkouts: who holds a seat until when, and who left without paying. */
export const orders = readOnlyResource({
  name: 'orders',
  singular: 'order',
  record: z.object({
    id: z.int(),
    order_id: z.string().nullable(),
    status: z.enum(orderStates),
    student_id: z.int(),
    student: z.string(),
    email: z.string(),
    course: z.string(),
    batch_id: z.int(),
    /** The first day of the batch, which tells two batches of one course apart. */
    batch_starts_on: day,
    amount_paise: z.int(),
    created_at: instant,
    /** Until when the order holds a seat; null when it holds none. */
    held_until: instant.nullable(),
  }),
  filters: {
    status: z.enum(orderStates).optional(),
    student: idFilter,
    batch: idFilter,
    ...dayFilters,
  },
  sort: ['created_at', 'id'],
  usualSort: '-created_at',
  permission: { read: 'payments:read' },
  stepUp: ['export'],
  words: { status: orderStateNames },
  examples: {
    record: {
      id: 31,
      order_id: 'order_MxT1bYcQdW2kPz',
      status: 'open',
      student_id: 7,
      student: 'Asha Patil',
      email: 'asha@example.com',
      course: 'Full Stack Web Development',
      batch_id: 3,
      batch_starts_on: '2026-12-01',
      amount_paise: 3_600_000,
      created_at: '2026-11-21T06:30:00.000Z',
      held_until: '2026-11-21T06:45:00.000Z',
    },
  },
})
