import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { day, id } from '#contract/fields.ts'
import { body, errorBody } from '#contract/errors.ts'
import { unusableCoupon } from './coupon-code.ts'
import { priceLine } from './price.ts'

const part = z.object({ number: z.int(), paise: z.int(), due_on: day })
const choice = z.object({
  batch_id: z.int(),
  plan: z.union([z.literal('full'), z.int()]),
  /** The code of the coupon; null without one. */
  coupon: z.string().nullable(),
  lines: z.array(priceLine),
  total_paise: z.int(),
  today_paise: z.int(),
  /** What is paid when. They add up to the total. */
  parts: z.array(part),
  /** How the course can be paid in parts. */
  plans: z.array(z.object({ id: z.int(), name: z.string(), fee_paise: z.int(), total_paise: z.int(), parts: z.array(part) })),
})
export type PaymentChoice = z.output<typeof choice>

const example: PaymentChoice = {
  batch_id: 101,
  plan: 'full',
  coupon: 'COLLEGE20',
  lines: [
    { kind: 'list', label: 'List price', paise: 3_600_000 },
    { kind: 'coupon', label: 'Code COLLEGE20', paise: -720_000 },
    { kind: 'total', label: 'Total fee', paise: 2_880_000 },
  ],
  total_paise: 2_880_000,
  today_paise: 2_880_000,
  parts: [{ number: 1, paise: 2_880_000, due_on: '2026-12-01' }],
  plans: [
    {
      id: 2,
      name: 'Three parts',
      fee_paise: 0,
      total_paise: 2_880_000,
      parts: [
        { number: 1, paise: 1_152_000, due_on: '2026-12-01' },
        { number: 2, paise: 864_000, due_on: '2026-12-31' },
        { number: 3, paise: 864_000, due_on: '2027-01-30' },
      ],
    },
  ],
}

const choosePlan = 'Please choose how you want to pay.'
const batchId = z.int('Please choose a batch.').positive('Please choose a batch.').max(2_147_483_647, 'Please choose a batch.')

/** The refusal of a code. `error_message` repeats its message for programs that look for it there. */
const unusable = {
  failures: { 400: errorBody.extend({ error_message: z.object({ coupon: z.array(z.string()) }).optional() }) },
  others: {
    400: {
      ...body(unusableCoupon, 'invalid', { coupon: [unusableCoupon] }),
      error_message: { coupon: [unusableCoupon] },
    },
  },
}

export const savePaymentChoice = endpoint({
  name: 'savePaymentChoice',
  method: 'PUT',
  path: '/payment/choice/',
  tag: 'Payments',
  summary: 'Save how the student wants to pay for a batch; the next start of a payment follows it',
  access: 'student',
  body: z.strictObject({
    batch_id: batchId,
    plan: z.union([z.literal('full'), z.int().positive(choosePlan).max(2_147_483_647, choosePlan)], choosePlan),
    coupon: z.string({ error: unusableCoupon }).nullable(),
  }),
  answers: { 200: choice },
  errors: [401, 404],
  failures: unusable.failures,
  example: {
    body: { batch_id: 101, plan: 'full', coupon: 'COLLEGE20' },
    answer: example,
    others: unusable.others,
  },
})

/** What a batch costs, and what a code does for it. A visitor who signs in may get another answer: some codes are for one person or a first purchase. */
export const quotePrice = endpoint({
  name: 'quotePrice',
  method: 'POST',
  path: '/payment/quote/',
  tag: 'Payments',
  summary:
    'The price of a batch, with a code or without, line by line and in parts, for a visitor without an account; saves nothing',
  access: 'public',
  body: z.strictObject({ batch_id: batchId, coupon: z.string({ error: unusableCoupon }).nullable() }),
  answers: { 200: choice },
  errors: [404],
  failures: unusable.failures,
  example: { body: { batch_id: 101, coupon: 'COLLEGE20' }, answer: example, others: unusable.others },
})

export const readPaymentChoice = endpoint({
  name: 'readPaymentChoice',
  method: 'GET',
  path: '/payment/choice/:batch_id/',
  tag: 'Payments',
  summary: 'What the student pays for a batch, line by line, as it was chosen; the full price without a choice',
  access: 'student',
  params: z.object({ batch_id: id }),
  answers: { 200: choice },
  errors: [401, 404],
  example: { answer: example },
})

const ownPrice = z.object({
  batch_id: z.int(),
  /** From the list price to what this student pays. */
  lines: z.array(priceLine),
  total_paise: z.int(),
})
export type OwnPrice = z.output<typeof ownPrice>

export const listOwnPrices = endpoint({
  name: 'listOwnPrices',
  method: 'GET',
  path: '/payment/own-prices/',
  tag: 'Payments',
  summary: 'Batches ahead that cost this student less than others, by a scholarship or a payment link, without a coupon',
  access: 'student',
  answers: { 200: z.object({ items: z.array(ownPrice) }) },
  errors: [401],
  example: {
    answer: {
      items: [
        {
          batch_id: 101,
          lines: [
            { kind: 'list', label: 'List price', paise: 3_600_000 },
            { kind: 'scholarship', label: 'Scholarship', paise: -1_800_000 },
            { kind: 'total', label: 'Total fee', paise: 1_800_000 },
          ],
          total_paise: 1_800_000,
        },
      ],
    },
  },
})
