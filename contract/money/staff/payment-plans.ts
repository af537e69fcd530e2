import { z } from 'zod'
import { line, rowId } from '#contract/fields.ts'
import { idFilter } from '#contract/filters.ts'
import { recordFields, resource } from '#contract/resource.ts'
import { planObstacleNames, planObstacles, planParts, storedParts } from '#contract/money/plan-parts.ts'

export const planStates = ['active', 'ended'] as const
export const planStateNames: Readonly<Record<(typeof planStates)[number], string>> = { active: 'Active', ended: 'Ended' }

const record = z.object({
  ...recordFields,
  course_id: z.int(),
  course: z.string(),
  name: z.string(),
  parts: storedParts,
  fee_paise: z.int(),
  /** What everybody pays for the course now, without the fee. */
  price_paise: z.int(),
  /** Why nobody who pays this price can choose it now; null when they can. Ended plans have none. */
  not_offered: z.enum(planObstacles).nullable(),
  state: z.enum(planStates),
  /** Places that are paid by it, and what they still owe. */
  places: z.int(),
  owed_paise: z.int(),
})
export type PaymentPlanRecord = z.output<typeof record>

const input = z.strictObject({
  course_id: rowId,
  name: line(80, 'Please name the plan.'),
  parts: planParts,
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
  words: { state: planStateNames, not_offered: planObstacleNames },
  examples: {
    record: {
      ...inputExample,
      fee_paise: 0,
      price_paise: 3_600_000,
      not_offered: null,
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
