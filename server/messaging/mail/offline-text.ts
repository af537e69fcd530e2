import { z } from 'zod'
import { refundTime } from '#contract/rules.ts'
import { offlineMethods } from '#contract/money/staff/approvals.ts'
import { oneLine } from '#server/platform/text/one-line.ts'

/** How money came to the school, or went back, without the payment provider. */
export const offlinePayment = z.object({ method: z.enum(offlineMethods), reference: z.string() })

const names = { upi: 'UPI', bank_transfer: 'bank transfer', cash: 'cash', cheque: 'cheque' } as const

/** `bank transfer, reference HDFCN52026112400123`. */
export const offlineText = ({ method, reference }: z.output<typeof offlinePayment>) =>
  `${names[method]}, reference ${oneLine(reference, 60)}`

/** How an amount gets back to a student: from the provider to its source, or from the school, which received it itself. */
export const goesBack = (amount: string, isOffline: boolean | undefined) =>
  isOffline ? `we pay ${amount} back to you` : `${amount} goes back to the source you paid from within ${refundTime}`
