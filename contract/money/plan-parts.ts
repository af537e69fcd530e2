import { z } from 'zod'
import { schoolDay } from '#contract/filters.ts'
import { leastPaise } from './price.ts'

/** The most parts of a plan, and the last day of one after the purchase. */
export const planLimits = { parts: 12, days: 730 } as const

const part = z.strictObject({
  /** Whole per cent of the total. */
  percent: z
    .int('Please give whole per cent.')
    .min(1, 'Please give 1 per cent or more.')
    .max(99, 'Please give 99 per cent or less.')
    .optional(),
  /** A fixed amount, in place of per cent. */
  paise: z
    .int('Please give an amount.')
    .min(leastPaise, 'A part is ₹1 or more.')
    .max(1_000_000_000, 'Please give a smaller amount.')
    .optional(),
  /** Days after the purchase. */
  days: z
    .int('Please give whole days.')
    .min(0, 'Please give 0 or more.')
    .max(planLimits.days, `Please give ${planLimits.days} days or less.`)
    .optional(),
  /** A day, in place of days after the purchase. */
  due_on: schoolDay.optional(),
})
export type PlanPart = z.output<typeof part>

/** Parts as they are stored. */
export const storedParts = z.array(part)

/**
 * The parts of a plan. All are per cent, which add up to 100 and of which the last one takes the rounding, or some are rupees: then the last one
 * takes what is left of the price, and its own amount is left out, or is what makes the parts add up to it today.
 */
export const planParts = z
  .array(part, 'Please give the parts.')
  .min(2, 'Please give at least two parts.')
  .max(planLimits.parts, `Please give at most ${planLimits.parts} parts.`)
  .refine(
    (all) => all.every(({ days, due_on: day }) => (days === undefined) !== (day === undefined)),
    'Each part is due after some days, or on a day.',
  )
  .refine(
    (all) => all.slice(0, -1).every(({ percent, paise }) => (percent === undefined) !== (paise === undefined)),
    'Each part but the last is per cent or rupees.',
  )
  .refine(
    (all) => all.at(-1)?.percent === undefined || all.every(isPercent),
    'Beside rupees the last part takes what is left: please leave its per cent out.',
  )
  .refine(
    (all) => all.at(-1)?.paise === undefined || all.every(({ paise }) => paise !== undefined),
    'Beside per cent the last part takes what is left: please leave its amount out.',
  )
  .refine(
    (all) => (all.every(isPercent) ? percentOf(all) === 100 : percentOf(all) < 100),
    'The parts must add up to 100 per cent.',
  )
  .refine((all) => all[0]?.days === 0, 'The first part is paid at once: please give 0 days.')
  .refine(
    (all) => isRising(all.flatMap(({ days }) => days ?? [])) && isRising(all.flatMap(({ due_on: day }) => day ?? [])),
    'Each part is due after the one before it.',
  )

const isPercent = ({ percent }: PlanPart) => percent !== undefined
const percentOf = (all: readonly PlanPart[]) => all.reduce((sum, { percent = 0 }) => sum + percent, 0)
const isRising = (all: readonly (number | string)[]) => all.every((one, at) => at === 0 || one > (all[at - 1] ?? one))

/** Why a plan can't be chosen for a price. */
export const planObstacles = ['price_too_small', 'date_passed', 'dates_out_of_order'] as const
export type PlanObstacle = (typeof planObstacles)[number]
export const planObstacleNames: Readonly<Record<PlanObstacle, string>> = {
  price_too_small: 'The price is less than its parts',
  date_passed: 'A date has passed',
  dates_out_of_order: 'A part would be due before an earlier one',
}

/** A part of a price. `days` is null when its day is fixed. */
export interface PricePart {
  number: number
  paise: number
  days: number | null
  due_on: string
}

/**
 * Splits a total into the parts of a plan. Per cent are rounded half up to the paisa, and the last part takes what is left. SQL's
 * `plan_obstacle` answers the same for staff.
 * @param today the day of the purchase in India
 * @returns why it can't be: a part would be less than the provider takes, or its day is not after that of the part before
 */
export function splitPrice(totalPaise: number, parts: readonly PlanPart[], today: string): PricePart[] | PlanObstacle {
  const amounts = parts.slice(0, -1).map(({ percent = 0, paise }) => paise ?? Math.floor((totalPaise * percent + 50) / 100))
  amounts.push(totalPaise - amounts.reduce((sum, paise) => sum + paise, 0))
  if (parts.some(({ due_on: day }) => day !== undefined && day <= today)) return 'date_passed'
  const split = amounts.map((paise, at) => {
    const { days, due_on: day } = parts[at] ?? {}
    return { number: at + 1, paise, days: days ?? null, due_on: day ?? dayAfter(today, days ?? 0) }
  })
  if (!isRising(split.map(({ due_on: day }) => day))) return 'dates_out_of_order'
  return amounts.some((paise) => paise < leastPaise) ? 'price_too_small' : split
}

const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
