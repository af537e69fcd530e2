import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant, rupees } from './fields.ts'

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

export const startPayment = endpoint({
  name: 'startPayment',
  method: 'POST',
  path: '/payment/start-payment/:batch_id/',
  tag: 'Payments',
  summary: 'Create or reuse the live order of this student for this batch and hold a seat for 15 minutes',
  access: 'student',
  params: batchPath,
  answers: { 200: startedPayment },
  errors: [401, 404, 409],
  example: {
    answer: {
      razorpay_key_id: 'rzp_live_abcdefghijklmn',
      amount: 36000,
      order_id: 'order_MxT1bYcQdW2kPz',
      course_name: 'Full Stack Web Development',
      phone: '9876543210',
      email: 'asha@example.com',
      name: 'Asha Patil',
    },
  },
})

export const enrolledByPayment = z.object({
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

const verifyExample: z.output<typeof enrolledByPayment> = {
  status: 'enrolled',
  message: 'Payment verified successfully!',
  course_id: 1,
  course_name: 'Full Stack Web Development',
  payment_id: 'pay_MxT1bYcQdW2kPz',
  order_id: 'order_MxT1bYcQdW2kPz',
  amount: 36000,
}

export const verifyBody = z.strictObject({
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
  method: 'POST',
  path: '/payment/payment-verify/:batch_id/',
  tag: 'Payments',
  summary: 'Check what checkout handed to the browser and settle the payment',
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
  },
})

export const paymentStatus = z.discriminatedUnion('status', [
  enrolledByPayment,
  z.object({ status: z.enum(['none', 'open', 'confirming', 'refund_due', 'refunded', 'review']), message: z.string() }),
])
export type PaymentStatus = z.output<typeof paymentStatus>
export const getPaymentStatus = endpoint({
  name: 'getPaymentStatus',
  method: 'GET',
  path: '/payment/status/:batch_id/',
  tag: 'Payments',
  summary: 'Where the money of this student for this batch stands; asks the provider when it is not settled here',
  access: 'student',
  params: batchPath,
  answers: { 200: paymentStatus },
  errors: [401, 404],
  example: { answer: verifyExample },
})

export const paymentRecord = z.object({
  id: z.int(),
  course_title: z.string(),
  instructor_name: z.string(),
  payment_date: instant,
  amount: rupees,
  razorpay_payment_id: z.string(),
  status: z.enum(['paid', 'confirming', 'refund_due', 'refunded', 'review']),
})
export type PaymentRecord = z.output<typeof paymentRecord>
export const listPayments = endpoint({
  name: 'listPayments',
  method: 'GET',
  path: '/payment/payment-details/',
  tag: 'Payments',
  summary: 'Payment history of the student, newest first',
  access: 'student',
  answers: { 200: z.array(paymentRecord) },
  errors: [401],
  example: {
    answer: [
      {
        id: 31,
        course_title: 'Full Stack Web Development',
        instructor_name: 'Meera Kulkarni',
        payment_date: '2026-11-21T09:30:00.000Z',
        amount: 36000,
        razorpay_payment_id: 'pay_MxT1bYcQdW2kPz',
        status: 'paid',
      },
    ],
  },
})
