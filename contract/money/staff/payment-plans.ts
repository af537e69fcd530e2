import { z } from 'zod'
import { line, rowId } from '#contract/fields.ts'
import { idFilter } from '#contract/filters.ts'
import { recordFields, resource } from '#contract/resource.ts'

export const planStates = ['active', 'ended'] as const
export const planStateNames: Readonly<Record<(typeof planStates)[number], string>> = { active: 'Active', ended: 'Ended' }

/** The most parts of a plan, and the last day of one after the purchase. */
export const planLimits = { parts: 12, days: 730 } as const

const part = z.strictObject({
  /** Whole per cent of the total. */
  percent: z
    .int('Please give whole per cent.')
    .min(1, 'Please give 1 per cent or more.')
    .max(99, 'Please give 99 per cent or less.'),
  /** Days after the purchase. */
  days: z
    .int('Please give whole days.')
    .min(0, 'Please give 0 or more.')
    .max(planLimits.days, `Please give ${planLimits.days} days or less.`),
})
export type PlanPart = z.output<typeof part>

const parts = z
  .array(part, 'Please give the parts.')
  .min(2, 'Please give at least two parts.')
  .max(planLimits.parts, `Please give at most ${planLimits.parts} parts.`)
  .refine((all) => all.reduce((sum, { percent }) => sum + percent, 0) === 100, 'The parts must add up to 100 per cent.')
  .refine((all) => all[0]?.days === 0, 'The first part is paid at once: please give 0 days.')
  .refine(
    (all) => all.every(({ days }, at) => at === 0 || days > (all[at - 1]?.days ?? 0)),
    'Each part is due after the one before it.',
  )

const record = z.object({
  ...recordFields,
  course_id: z.int(),
  course: z.string(),
  name: z.string(),
  parts: z.array(part),
  fee_paise: z.int(),
  state: z.enum(planStates),
  /** Places that are paid by it, and what they still owe. */
  places: z.int(),
  owed_paise: z.int(),
})
export type PaymentPlanRecord = z.output<typeof record>

const input = z.strictObject({
  course_id: rowId,
  name: line(80, 'Please name the plan.'),
  parts,
  /** What paying in parts costs more. */
  fee_paise: z
    .int('Please give an amount.')
    .min(0, 'Please give an amount.')
    .max(10_000_000, 'Please give ₹1,00,000 or less.')
    .default(0),
})
// What students have agreed to does not change: another plan is another record.
const changes = z.strictObject({ name: line(80, 'Please name the plan.') })

const inputExample: z.input<typeof input> = {
  course_id: 1,
  name: 'Three parts',
  parts: [
    { percent: 40, days: 0 },
    { percent: 30, days: 30 },
    { percent: 30, days: 60 },
  ],
  fee_paise: 0,
}

/** How a course can be paid in parts. */
export const paymentPlans = resource({
  name: 'payment-plans',
  singular: 'payment-plan',
  record,
  input,
  changes,
  filters: { state: z.enum(planStates).optional(), course: idFilter },
  sort: ['id', 'name'],
  usualSort: '-id',
  permission: { read: 'plans:read', write: 'plans:write' },
  verbs: { end: 'End the plan. Places that are paid by it keep their parts' },
  stepUp: ['create', 'change', 'end', 'export'],
  words: { state: planStateNames },
  examples: {
    record: {
      ...inputExample,
      fee_paise: 0,
      id: 2,
      version: 1,
      course: 'Full Stack Web Development',
      state: 'active',
      places: 14,
      owed_paise: 30_240_000,
    },
    input: inputExample,
    changes: { name: 'Three parts in two months' },
  },
})
