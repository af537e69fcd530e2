import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { day, id, instant } from '#contract/fields.ts'
import { offerPattern } from './payment-link.ts'
import { paymentStatus, startedExample, startedPayment, verifyExample } from './payments.ts'

/** `moved`: staff have moved its day, which has not come. `late`: its day has passed. */
export const instalmentStates = ['due', 'paid', 'late', 'waived', 'moved'] as const

const instalment = z.object({
  id: z.int(),
  batch_id: z.int(),
  course_id: z.int(),
  course_title: z.string(),
  number: z.int(),
  of: z.int(),
  amount_paise: z.int(),
  due_on: day,
  state: z.enum(instalmentStates),
  /** Whether it is the next part of a place that has not ended. */
  can_pay: z.boolean(),
  /** The day from which recordings and joining wait for it; null when nothing waits for it. */
  pauses_on: day.nullable(),
  /** Whether they wait now. */
  is_paused: z.boolean(),
  paid_at: instant.nullable(),
})
export type Instalment = z.output<typeof instalment>

const example: Instalment = {
  id: 8,
  batch_id: 101,
  course_id: 1,
  course_title: 'Full Stack Web Development',
  number: 2,
  of: 3,
  amount_paise: 1_080_000,
  due_on: '2026-12-31',
  state: 'due',
  can_pay: true,
  pauses_on: '2027-01-11',
  is_paused: false,
  paid_at: null,
}

export const listInstalments = endpoint({
  name: 'listInstalments',
  method: 'GET',
  path: '/payment/instalments/',
  tag: 'Payments',
  summary: 'The parts of what the student pays in parts, in the order of their days',
  access: 'student',
  answers: { 200: z.object({ items: z.array(instalment) }) },
  errors: [401],
  example: { answer: { items: [example] } },
})

/** What an opened link of a part says. The first three lead to a payment. `ended`: its place has ended, and nothing is owed for it. */
const openedPartStates = ['due', 'late', 'moved', 'paid', 'waived', 'ended', 'foreign'] as const
const openedPart = z.object({
  state: z.enum(openedPartStates),
  message: z.string(),
  /** What the mail with the link says; null for another account. */
  part: instalment
    .pick({ id: true, batch_id: true, course_title: true, number: true, of: true, amount_paise: true, due_on: true })
    .nullable(),
})
export type OpenedPart = z.output<typeof openedPart>

/** The secret is in the body, as that of a payment link. */
const secret = z.strictObject({ offer: z.string().regex(offerPattern, 'This link is not complete.') })
const secretExample: z.input<typeof secret> = { offer: 'hbIhIEvq1Vmp9hDbpXkVqQ5xS6L1KFuzKHbFnYTdmYk' }
const openedExample: OpenedPart = {
  state: 'due',
  message: 'This part is yours.',
  part: {
    id: 8,
    batch_id: 101,
    course_title: 'Full Stack Web Development',
    number: 2,
    of: 3,
    amount_paise: 1_080_000,
    due_on: '2026-12-31',
  },
}

export const openInstalmentLink = endpoint({
  name: 'openInstalmentLink',
  method: 'POST',
  path: '/payment/instalments/link/open/',
  tag: 'Payments',
  summary: 'Open the link of a reminder: the part is shown to the student who has the place, and to no other account',
  access: 'student',
  body: secret,
  answers: { 200: openedPart },
  errors: [401, 404],
  example: { body: secretExample, answer: openedExample },
})

export const readInstalmentLink = endpoint({
  name: 'readInstalmentLink',
  method: 'POST',
  path: '/payment/instalments/link/',
  tag: 'Payments',
  summary: 'What a visitor with the link of a reminder learns before signing in: the part, never whose it is; changes nothing',
  access: 'public',
  body: secret,
  answers: { 200: openedPart },
  errors: [404],
  example: {
    body: secretExample,
    answer: { ...openedExample, message: 'Log in with the account that has the place to pay this part.' },
  },
})

export const startInstalment = endpoint({
  name: 'startInstalment',
  method: 'POST',
  path: '/payment/instalments/:id/start/',
  tag: 'Payments',
  summary: 'Create or reuse the open order of the student for the next part of a place',
  access: 'student',
  params: z.object({ id }),
  answers: { 200: startedPayment },
  errors: [401, 404, 409],
  example: { answer: { ...startedExample, amount: 10_800 } },
})

export const startRest = endpoint({
  name: 'startRest',
  method: 'POST',
  path: '/payment/instalments/rest/:batch_id/start/',
  tag: 'Payments',
  summary: 'Create or reuse the open order of the student for all parts of a place that are left',
  access: 'student',
  params: z.object({ batch_id: id }),
  answers: { 200: startedPayment },
  errors: [401, 404, 409],
  example: { answer: { ...startedExample, amount: 21_600 } },
})

export const readInstalmentStatus = endpoint({
  name: 'readInstalmentStatus',
  begun: true,
  method: 'GET',
  path: '/payment/instalments/:batch_id/status/:part/',
  tag: 'Payments',
  summary: 'Payment status of a part, or of the rest, of a place; queries the provider while it is not settled',
  access: 'student',
  params: z.object({ batch_id: id, part: z.union([z.literal('rest'), id], 'This is not a part.') }),
  answers: { 200: paymentStatus },
  errors: [401, 404],
  example: { answer: verifyExample },
})
