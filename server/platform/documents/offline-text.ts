import type { OfflineMethod } from './printed.ts'

const names: Record<OfflineMethod, string> = { upi: 'UPI', bank_transfer: 'Bank transfer', cash: 'Cash', cheque: 'Cheque' }
const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'UTC' })

/** `Bank transfer, reference HDFCN52026112400123`. */
export const offlineText = ({ method, reference }: { method: OfflineMethod; reference: string }) =>
  `${names[method]}, reference ${reference}`

/** A day of the calendar as `28 November 2026`. @throws RangeError for an invalid day */
export const calendarDayOf = (text: string) => day.format(new Date(`${text}T00:00:00Z`))
