import { formatRupees } from '#ui/format.ts'

/** Paise as people read them: ₹1,25,000 or ₹1,499.50. */
export const formatPaise = (paise: number): string => formatRupees(paise / 100)
