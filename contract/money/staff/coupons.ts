import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { fileFormat } from '#contract/exported-files.ts'
import { day, id, instant, rowId } from '#contract/fields.ts'
import { dayFilters, idFilter, schoolDay } from '#contract/filters.ts'
import { couponCodePattern } from '#contract/money/coupon-code.ts'
import { readOnlyResource, recordFields, resource } from '#contract/resource.ts'

export const couponKinds = ['percent', 'paise'] as const
export const couponKindNames: Readonly<Record<(typeof couponKinds)[number], string>> = { percent: 'Per cent', paise: 'Amount' }
export const couponStates = ['active', 'ended'] as const
export const couponStateNames: Readonly<Record<(typeof couponStates)[number], string>> = { active: 'Active', ended: 'Ended' }

const fields = {
  kind: z.enum(couponKinds, 'Please choose per cent or an amount.'),
  /** Whole per cent, or paise. */
  value: z
    .int('Please give the discount.')
    .min(1, 'Please give the discount.')
    .max(100_000_000, 'Please give ₹10,00,000 or less.'),
  /** With no course and no batch it is for all. */
  course_ids: z.array(rowId).max(100, 'Please choose at most 100 courses.'),
  batch_ids: z.array(rowId).max(100, 'Please choose at most 100 batches.'),
  /** The only student who can use it. */
  student_id: rowId.nullable().optional(),
  /** Days in India, both included. */
  valid_from: schoolDay.nullable().optional(),
  valid_until: schoolDay.nullable().optional(),
  limit: z
    .int('Please give a number.')
    .min(1, 'Please give 1 or more.')
    .max(1_000_000, 'Please give 10,00,000 or less.')
    .nullable()
    .optional(),
  limit_per_person: z
    .int('Please give a number.')
    .min(1, 'Please give 1 or more.')
    .max(1000, 'Please give 1,000 or less.')
    .nullable()
    .optional(),
  first_purchase: z.boolean('Please say whether it is for a first purchase.'),
  minimum_paise: z
    .int('Please give an amount.')
    .min(1, 'Please give an amount.')
    .max(100_000_000, 'Please give ₹10,00,000 or less.')
    .nullable()
    .optional(),
  /** Whether it is taken off a discounted price too. Otherwise it takes the place of the course's discount. */
  stacks: z.boolean('Please say whether it adds to a discount.'),
  cost_cap_paise: z
    .int('Please give an amount.')
    .min(1, 'Please give an amount.')
    .max(100_000_000_000, 'Please give ₹100 crore or less.')
    .nullable()
    .optional(),
}
const code = z
  .string({ error: 'Code is required.' })
  .trim()
  .toUpperCase()
  .regex(couponCodePattern, 'Please give 6 to 20 letters and digits, without spaces.')

const record = z.object({
  ...recordFields,
  code: z.string(),
  kind: z.enum(couponKinds),
  value: z.int(),
  course_ids: z.array(z.int()),
  batch_ids: z.array(z.int()),
  student_id: z.int().nullable(),
  student: z.string().nullable(),
  valid_from: day.nullable(),
  valid_until: day.nullable(),
  limit: z.int().nullable(),
  limit_per_person: z.int().nullable(),
  first_purchase: z.boolean(),
  minimum_paise: z.int().nullable(),
  stacks: z.boolean(),
  cost_cap_paise: z.int().nullable(),
  /** Ended by staff, or by its last day. */
  state: z.enum(couponStates),
  /** Paid orders, and orders with a seat on hold. */
  uses: z.int(),
  reserved: z.int(),
  /** Paise that paid orders cost less, and their prices: of a place in parts the whole price. */
  given_paise: z.int(),
  sold_paise: z.int(),
})
export type CouponRecord = z.output<typeof record>

const input = z.strictObject({ code, ...fields })
// A code that was given out keeps its name.
const changes = z.strictObject(fields)
const changesExample = {
  kind: 'percent',
  value: 20,
  course_ids: [1],
  batch_ids: [],
  student_id: null,
  valid_from: '2026-11-01',
  valid_until: '2026-12-31',
  limit: 50,
  limit_per_person: 1,
  first_purchase: false,
  minimum_paise: null,
  stacks: false,
  cost_cap_paise: null,
} satisfies z.input<typeof changes>
const inputExample = { code: 'COLLEGE20', ...changesExample } satisfies z.input<typeof input>
const recordExample: z.input<typeof record> = {
  ...inputExample,
  id: 1,
  version: 2,
  student: null,
  state: 'active',
  uses: 5,
  reserved: 1,
  given_paise: 3_600_000,
  sold_paise: 14_400_000,
}

/** Codes that make courses cheaper. */
export const coupons = resource({
  name: 'coupons',
  singular: 'coupon',
  record,
  input,
  changes,
  filters: { state: z.enum(couponStates).optional(), course: idFilter, batch: idFilter, student: idFilter },
  sort: ['code', 'uses', 'given_paise', 'id'],
  usualSort: '-id',
  permission: { read: 'coupons:read', write: 'coupons:write' },
  verbs: { end: 'End the coupon. Orders with a seat on hold keep it' },
  stepUp: ['create', 'change', 'end', 'export'],
  words: { kind: couponKindNames, state: couponStateNames },
  examples: { record: recordExample, input: inputExample, changes: changesExample },
})

export const couponUseStates = ['reserved', 'spent', 'released', 'returned'] as const
export const couponUseStateNames: Readonly<Record<(typeof couponUseStates)[number], string>> = {
  reserved: 'Seat on hold',
  spent: 'Paid',
  released: 'Not paid',
  returned: 'Refunded',
}
const use = z.object({
  id: z.int(),
  coupon_id: z.int(),
  code: z.string(),
  state: z.enum(couponUseStates),
  discount_paise: z.int(),
  amount_paise: z.int(),
  changed_at: instant,
  student_id: z.int(),
  student: z.string(),
  course: z.string(),
  batch_id: z.int(),
  /** Null while nothing was paid. */
  payment_id: z.int().nullable(),
})
export type CouponUse = z.output<typeof use>

/** Which orders use a coupon. */
export const couponUses = readOnlyResource({
  name: 'coupon-uses',
  singular: 'coupon-use',
  record: use,
  filters: { coupon: idFilter, state: z.enum(couponUseStates).optional(), ...dayFilters },
  sort: ['id'],
  usualSort: '-id',
  permission: { read: 'coupons:read' },
  stepUp: ['export'],
  words: { state: couponUseStateNames },
  examples: {
    record: {
      id: 9,
      coupon_id: 1,
      code: 'COLLEGE20',
      state: 'spent',
      discount_paise: 720_000,
      amount_paise: 2_880_000,
      changed_at: '2026-11-21T09:30:00.000Z',
      student_id: 7,
      student: 'Asha Patil',
      course: 'Full Stack Web Development',
      batch_id: 101,
      payment_id: 31,
    },
  },
})

const figures = {
  /** Paid orders. */
  uses: z.int(),
  /** Paise that they brought, and that they cost less. */
  sold_paise: z.int(),
  given_paise: z.int(),
}
const couponFigures = z.object({
  /** From the month of the first paid use to that of the last one, in India, the newest first. */
  months: z.array(z.object({ month: z.string(), ...figures })),
  /** Those that brought most first. */
  batches: z.array(z.object({ batch_id: z.int(), course: z.string(), starts_at: instant, ...figures })),
})
export type CouponFigures = z.output<typeof couponFigures>
export const couponFigureGroups = ['month', 'batch'] as const

export const readCouponFigures = endpoint({
  name: 'readCouponFigures',
  method: 'GET',
  path: '/staff/coupons/:id/figures/',
  tag: 'Staff: coupons',
  summary: 'What paid uses of a coupon brought and cost, by month and by batch. A full refund takes its use out',
  access: { staff: 'coupons:read' },
  params: z.object({ id }),
  answers: { 200: couponFigures },
  errors: [404],
  example: {
    answer: {
      months: [
        { month: '2026-11', uses: 4, sold_paise: 11_520_000, given_paise: 2_880_000 },
        { month: '2026-10', uses: 1, sold_paise: 2_880_000, given_paise: 720_000 },
      ],
      batches: [
        {
          batch_id: 101,
          course: 'Full Stack Web Development',
          starts_at: '2026-12-07T13:30:00.000Z',
          uses: 5,
          sold_paise: 14_400_000,
          given_paise: 3_600_000,
        },
      ],
    },
  },
})

export const exportCouponFigures = endpoint({
  name: 'exportCouponFigures',
  method: 'GET',
  path: '/staff/coupons/:id/figures/export/',
  tag: 'Staff: coupons',
  summary: 'The same figures as CSV or as a workbook of Excel, in rupees, a line for each month or batch',
  access: { staff: 'coupons:read', stepUp: true },
  params: z.object({ id }),
  query: z.strictObject({
    format: fileFormat,
    by: z.enum(couponFigureGroups, 'Please give month or batch.').default('month'),
  }),
  answers: { 200: z.string() },
  answerType: 'text/csv',
  errors: [404],
  example: { answer: 'month,uses,sold,given' },
})
