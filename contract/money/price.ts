import { z } from 'zod'

/** The least that a sale costs, in paise: the provider takes no less. */
export const leastPaise = 100

/** A step from the list price to what is paid. Discounts are negative, the fee for paying in parts is not: all lines but `total` add up to it. */
export const priceLine = z.object({
  kind: z.enum(['list', 'course_discount', 'scholarship', 'link', 'coupon', 'fee', 'total']),
  label: z.string(),
  paise: z.int(),
})
export type PriceLine = z.output<typeof priceLine>
