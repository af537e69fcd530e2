import { z } from 'zod'
import { day } from './fields.ts'
import { isId } from './rules.ts'

/** A day that a school can plan for. */
export const schoolDay = day.refine((text) => text >= '2000-01-01' && text < '2100-01-01', 'Please give a day from 2000 to 2099.')
/** A filter by the id of another record. */
export const idFilter = z.string().refine(isId, 'This is not a valid id.').transform(Number).optional()
/** Filters by days in India, both included. */
export const dayFilters = { from: schoolDay.optional(), to: schoolDay.optional() } as const
