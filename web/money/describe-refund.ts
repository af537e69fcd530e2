import type { RefundRecord } from '#contract/money/payments.ts'
import { refundTime } from '#contract/rules.ts'
import { formatPlainDay, formatRupees } from '#ui/format.ts'

/** Describes a refund's state in a sentence, starting with the amount, because refunds can be partial. */
export function describeRefund(refund: RefundRecord): string {
  const amount = formatRupees(refund.amount)
  switch (refund.status) {
    case 'due':
      return `Refund due: ${amount} goes back to the source within ${refundTime}.`
    case 'sending':
      return `Refund being sent: ${amount} goes back to the source within ${refundTime}.`
    case 'processed':
      return `Refunded: ${amount} went back to the source${
        refund.settled_at ? ` on ${formatPlainDay(refund.settled_at)}` : ''
      }. It can take ${refundTime} to show there.`
    case 'failed':
      return `The refund of ${amount} did not go through. We are looking into it; your money is not lost.`
  }
}
