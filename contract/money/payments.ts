import { z } from 'zod'
import { cardExample, upcomingBatch } from '#contract/catalog/catalog.ts'
import { endpoint } from '#contract/endpoint.ts'
import { day, id, instant, paragraph, rupees } from '#contract/fields.ts'
import { pdfAnswer } from '#contract/file-answers.ts'
import { requestReasonLength } from '#contract/rules.ts'
import * as messages from '#contract/messages.ts'

const batchPath = z.object({ batch_id: id })

export const startedPayment = z.object({
  razorpay_key_id: z.string(),
  /** Rupees; checkout's paise are `Math.round(amount * 100)`. */
  amount: rupees,
  order_id: z.string(),
  course_name: z.string(),
  phone: z.string(),
  email: z.string(),
  name: z.string(),
})
export type StartedPayment = z.output<typeof startedPayment>

export const startedExample: StartedPayment = {
  razorpay_key_id: 'rzp_live_abcdefghijklmn',
  amount: 36000,
  order_id: 'order_MxT1bYcQdW2kPz',
  course_name: 'Full Stack Web Development',
  phone: '9876543210',
  email: 'asha@example.com',
  name: 'Asha Patil',
}

export const startPayment = endpoint({
  name: 'startPayment',
  method: 'POST',
  path: '/payment/start-payment/:batch_id/',
  tag: 'Payments',
  summary: 'Create or reuse the open order of the student for a batch and hold a seat for 15 minutes if the account may',
  access: 'student',
  params: batchPath,
  answers: { 200: startedPayment },
  errors: [401, 404, 409],
  example: {
    answer: startedExample,
  },
})

const enrolledByPayment = z.object({
  status: z.literal('enrolled'),
  message: z.string(),
  course_id: z.int(),
  course_name: z.string(),
  payment_id: z.string(),
  order_id: z.string(),
  amount: rupees,
})
const notYet = z.object({ status: z.enum(['confirming', 'refund_due', 'refunded', 'review']), message: z.string() })

export type PaymentOutcome = z.output<typeof enrolledByPayment> | z.output<typeof notYet>

export const verifyExample: z.output<typeof enrolledByPayment> = {
  status: 'enrolled',
  message: messages.paymentVerified,
  course_id: 1,
  course_name: 'Full Stack Web Development',
  payment_id: 'pay_MxT1bYcQdW2kPz',
  order_id: 'order_MxT1bYcQdW2kPz',
  amount: 36000,
}

const confirmingExample: z.output<typeof notYet> = {
  status: 'confirming',
  message: 'Payment received, we are confirming it. You will be enrolled shortly.',
}

const verifyBody = z.strictObject({
  razorpay_payment_id: z
    .string({ error: 'This is not an id of the provider.' })
    .regex(/^\w{1,64}$/, 'This is not an id of the provider.'),
  razorpay_order_id: z
    .string({ error: 'This is not an id of the provider.' })
    .regex(/^\w{1,64}$/, 'This is not an id of the provider.'),
  razorpay_signature: z.string({ error: 'This is not a signature.' }).min(1, 'This is not a signature.').max(256),
})
export const verifyPayment = endpoint({
  name: 'verifyPayment',
  begun: true,
  method: 'POST',
  path: '/payment/payment-verify/:batch_id/',
  tag: 'Payments',
  summary: 'Verify the signed result of checkout and settle the payment',
  access: 'student',
  params: batchPath,
  body: verifyBody,
  answers: { 200: enrolledByPayment, 202: notYet },
  errors: [401, 403, 404],
  example: {
    body: {
      razorpay_payment_id: 'pay_MxT1bYcQdW2kPz',
      razorpay_order_id: 'order_MxT1bYcQdW2kPz',
      razorpay_signature: '9ef4dffbfd84f1318f6739a3ce19f9d85851857ae648f114332d8401e0949a3d',
    },
    answer: verifyExample,
    others: { 202: confirmingExample },
  },
})

export const paymentStatus = z.discriminatedUnion('status', [
  enrolledByPayment,
  z.object({ status: z.enum(['none', 'open', 'confirming', 'refund_due', 'refunded', 'review']), message: z.string() }),
])
export type PaymentStatus = z.output<typeof paymentStatus>
export const readPaymentStatus = endpoint({
  name: 'readPaymentStatus',
  begun: true,
  method: 'GET',
  path: '/payment/status/:batch_id/',
  tag: 'Payments',
  summary: 'Payment status of the student for a batch; queries the provider while the payment is not settled',
  access: 'student',
  params: batchPath,
  answers: { 200: paymentStatus },
  errors: [401, 404],
  example: { answer: verifyExample },
})

/** A student's request for a paid enrolment: a refund or a transfer to another batch of the course. */
const purchaseRequest = z.object({
  id: z.int(),
  kind: z.enum(['refund', 'transfer']),
  status: z.enum(['open', 'withdrawn', 'approved', 'declined']),
  reason: z.string(),
  /** The school's reason when it declines. */
  answer: z.string().nullable(),
  to_batch: z.object({ id: z.int(), date: day, time: z.string(), batch_type: z.string() }).nullable(),
  created_at: instant,
  decided_at: instant.nullable(),
})
export type PurchaseRequest = z.output<typeof purchaseRequest>

/** A tax invoice is answered with a credit note, or with a financial one when it is too late for its tax. */
export const refundNoteKind = z.enum(['credit_note', 'financial_credit_note', 'refund_note'])
export type RefundNoteKind = z.output<typeof refundNoteKind>

const refundRecord = z.object({
  id: z.int(),
  amount: rupees,
  status: z.enum(['due', 'sending', 'processed', 'failed']),
  requested_at: instant,
  settled_at: instant.nullable(),
  /** Set once the refund is processed. */
  note: z.object({ id: z.int(), serial: z.string(), kind: refundNoteKind }).nullable(),
  /** The document of a refund that an earlier version processed. */
  voucher: z.object({ id: z.int(), serial: z.string() }).nullable(),
})
export type RefundRecord = z.output<typeof refundRecord>

export const paymentRecord = z.object({
  id: z.int(),
  course_title: z.string(),
  instructor_name: z.string(),
  payment_date: instant,
  amount: rupees,
  razorpay_payment_id: z.string(),
  status: z.enum(['paid', 'confirming', 'refund_due', 'refunded', 'review']),
  receipt: z.object({ id: z.int(), serial: z.string(), issued_at: instant }).nullable(),
  refunds: z.array(refundRecord),
  /** The latest request. */
  request: purchaseRequest.nullable(),
})
export type PaymentRecord = z.output<typeof paymentRecord>
const requestExample: PurchaseRequest = {
  id: 4,
  kind: 'transfer',
  status: 'open',
  reason: 'My new shift ends after this class begins.',
  answer: null,
  to_batch: { id: 102, date: '2027-01-11', time: '7:30 PM – 9:00 PM IST', batch_type: 'Weekday evening' },
  created_at: '2026-11-23T05:10:00.000Z',
  decided_at: null,
}
const recordExample: PaymentRecord = {
  id: 31,
  course_title: 'Full Stack Web Development',
  instructor_name: 'Meera Kulkarni',
  payment_date: '2026-11-21T09:30:00.000Z',
  amount: 36000,
  razorpay_payment_id: 'pay_MxT1bYcQdW2kPz',
  status: 'paid',
  receipt: { id: 12, serial: 'KS/2627/000012', issued_at: '2026-11-21T09:30:02.000Z' },
  refunds: [],
  request: requestExample,
}
export const listPayments = endpoint({
  name: 'listPayments',
  method: 'GET',
  path: '/payment/payment-details/',
  tag: 'Payments',
  summary: 'Payment history of the student, newest first',
  access: 'student',
  answers: { 200: z.array(paymentRecord) },
  errors: [401],
  example: { answer: [recordExample] },
})

const pastPayment = z.object({
  id: z.int(),
  /** Where it was paid. */
  source: z.string(),
  amount_paise: z.int(),
  paid_on: day,
  /** Of the other system; empty without one. */
  reference: z.string(),
  method: z.string(),
  /** What it was paid for, as the other system says. */
  course: z.string(),
})
export type PastPayment = z.output<typeof pastPayment>

export const listPastPayments = endpoint({
  name: 'listPastPayments',
  method: 'GET',
  path: '/payment/past/',
  tag: 'Payments',
  summary: 'What the student has paid to another system before the school came here, newest first. It has no receipt of ours',
  access: 'student',
  answers: { 200: z.object({ items: z.array(pastPayment) }) },
  errors: [401],
  example: {
    answer: {
      items: [
        {
          id: 4,
          source: 'Bright Academy',
          amount_paise: 1_200_000,
          paid_on: '2024-03-05',
          reference: 'ORD-1041',
          method: 'UPI',
          course: 'React Basics',
        },
      ],
    },
  },
})

export const readReceiptPdf = endpoint({
  name: 'readReceiptPdf',
  method: 'GET',
  path: '/payment/receipts/:id/pdf/',
  tag: 'Payments',
  summary: 'The receipt of a payment as a PDF',
  access: 'student',
  params: z.object({ id }),
  ...pdfAnswer,
  errors: [401, 404],
})
export const readRefundNotePdf = endpoint({
  name: 'readRefundNotePdf',
  method: 'GET',
  path: '/payment/refund-notes/:id/pdf/',
  tag: 'Payments',
  summary: 'The credit note or refund note of a refund as a PDF',
  access: 'student',
  params: z.object({ id }),
  ...pdfAnswer,
  errors: [401, 404],
})
export const readVoucherPdf = endpoint({
  name: 'readVoucherPdf',
  method: 'GET',
  path: '/payment/refund-vouchers/:id/pdf/',
  tag: 'Payments',
  summary: 'The voucher of a refund of an earlier version as a PDF',
  access: 'student',
  params: z.object({ id }),
  ...pdfAnswer,
  errors: [401, 404],
})

const purchase = z.object({
  enrolment_id: z.int(),
  batch_id: z.int(),
  payment: paymentRecord,
  /** Rupees that are neither refunded nor being refunded. */
  refundable: rupees,
  /** Batches of the course that the enrolment can be transferred to. */
  transfer_choices: z.array(upcomingBatch),
  /** The last class of a batch that took place is over: neither a refund nor another batch can be requested. */
  has_ended: z.boolean(),
})
export type Purchase = z.output<typeof purchase>
export const listPurchases = endpoint({
  name: 'listPurchases',
  method: 'GET',
  path: '/payment/purchases/:course_id/',
  tag: 'Payments',
  summary: 'Active purchases of the student for a course: receipt, refunds, latest request and possible requests',
  access: 'student',
  params: z.object({ course_id: id }),
  answers: { 200: z.array(purchase) },
  errors: [401],
  example: {
    answer: [
      {
        enrolment_id: 7,
        batch_id: 101,
        payment: recordExample,
        refundable: 36000,
        transfer_choices: cardExample.upcoming_batches,
        has_ended: false,
      },
    ],
  },
})

const reason = paragraph(requestReasonLength, 'Please say why.')
const enrolmentId = z.int('This is not a valid id.').positive('This is not a valid id.').max(9_007_199_254_740_991)
export const requestBody = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('refund'), enrolment_id: enrolmentId, reason }),
    z.strictObject({
      kind: z.literal('transfer'),
      enrolment_id: enrolmentId,
      to_batch_id: z
        .int('Please choose a batch.')
        .positive('Please choose a batch.')
        .max(2_147_483_647, 'Please choose a batch.'),
      reason,
    }),
  ],
  'Please choose between a refund and a transfer.',
)
export const createRequest = endpoint({
  name: 'createRequest',
  method: 'POST',
  path: '/payment/requests/',
  tag: 'Payments',
  summary: 'Request a refund or another batch of the same course; an enrolment can have one open request',
  access: 'student',
  body: requestBody,
  answers: { 201: purchaseRequest },
  errors: [401, 404, 409],
  example: {
    body: { kind: 'transfer', enrolment_id: 7, to_batch_id: 102, reason: requestExample.reason },
    answer: requestExample,
  },
})
export const withdrawRequest = endpoint({
  name: 'withdrawRequest',
  method: 'POST',
  path: '/payment/requests/:request_id/withdraw/',
  tag: 'Payments',
  summary: 'Withdraw a request that is not decided',
  access: 'student',
  params: z.object({ request_id: id }),
  answers: { 200: purchaseRequest },
  errors: [401, 404, 409],
  example: { answer: { ...requestExample, status: 'withdrawn', decided_at: '2026-11-23T06:00:00.000Z' } },
})
