import { formatRupees } from '#ui/format.ts'

/** Paise as people read them: ₹1,25,000 or ₹1,499.50. */
export const formatPaise = (paise: number): string => formatRupees(paise / 100)

const withPaise = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Rupees in a column of amounts. All have two decimals, so that their points stand below each other. */
export const formatColumnRupees = (rupees: number): string => `${rupees < 0 ? '−' : ''}₹${withPaise.format(Math.abs(rupees))}`
/** Paise in a column of amounts: ₹1,25,000.00 or ₹1,499.50. */
export const formatColumnPaise = (paise: number): string => formatColumnRupees(paise / 100)
